import * as m from '$lib/paraglide/messages';

type Zones = { name: string; places: { value: string; label: string }[] };

/** Every time zone there is, with the one in use, by continent and as people say them: "Port of Spain" in "America". */
export function zones(inUse: string): Zones[] {
	const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', inUse]);
	return [...Map.groupBy(known, continentOf)].map(([name, values]) => ({
		name,
		places: values.map((value) => ({ value, label: placeOf(value) }))
	}));
}

export const placeOf = (zone: string): string =>
	zone
		.slice(zone.indexOf('/') + 1)
		.replaceAll('_', ' ')
		.replaceAll('/', ', ');

const continentOf = (zone: string): string =>
	zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : m.zone_anywhere();
