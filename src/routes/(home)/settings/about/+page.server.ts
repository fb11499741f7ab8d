import { instance } from '$lib/server/instance/operations';
import { timeZoneOf } from '$lib/server/http/time-zone';
import { ask } from '$lib/server/http/page';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';
import type { PageServerLoad } from './$types';
import { locale } from '$lib/client/format/language';

export const load: PageServerLoad = async (event) => {
	const { startedAt, storageBytes, ...about } = await ask(event, instance.getAbout);
	const now = event.locals.household.clock();
	return {
		...about,
		since: dayOf(startedAt, timeZoneOf(event)),
		started: relativeTime(startedAt, now),
		size: sizeWords(storageBytes)
	};
};

/** "1.4 MB": as file managers say it, in thousands. */
function sizeWords(bytes: number): string {
	const [unit = 'byte', size = 1] = units.find(([, least]) => bytes >= least) ?? [];
	const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
	return new Intl.NumberFormat(locale(), format).format(bytes / size);
}

const units = [
	['gigabyte', 1e9],
	['megabyte', 1e6],
	['kilobyte', 1e3]
] as const;
