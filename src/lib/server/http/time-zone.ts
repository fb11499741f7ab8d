import type { RequestEvent } from '@sveltejs/kit';
import { dayAt, isTimeZone } from '../../client/format/day.ts';

/** The IANA name of the time zone the member is in; UTC until the browser or the member has said. */
export function timeZoneOf(event: Pick<RequestEvent, 'cookies'>): string {
	return saidZone(event) ?? 'UTC';
}

/** The time zone of the member; undefined until the browser or the member has said. */
export function saidZone({ cookies }: Pick<RequestEvent, 'cookies'>): string | undefined {
	const zone = cookies.get('hearth_zone');
	return zone && isTimeZone(zone) ? zone : undefined;
}

/** The calendar day where the member is, YYYY-MM-DD. */
export function todayOf(event: Pick<RequestEvent, 'cookies' | 'locals'>): string {
	return dayAt(event.locals.household.clock(), timeZoneOf(event));
}
