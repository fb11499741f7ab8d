// The memory that a process holds after work, at once and when it has rested for half a minute.
import { setTimeout as pause } from 'node:timers/promises';
import type { Measured } from './household.ts';
import { answersASecond, ticks, timesOf, type Asked } from './load.ts';
import { residentKilobytes } from './process.ts';

type Found = { what: string; after: number; rested: number };

/** Megabytes, after each kind of work on a process that was started for it. */
export async function memoryAfterWork(household: Measured): Promise<Found[]> {
	const { nodes, listUid, session } = household;
	const browser = { accept: 'text/html', cookie: `hearth_session=${session}` };
	const read: Asked[] = [{ method: 'GET', path: `/api/v1/lists/${listUid}` }];
	const pages: Asked[] = ['/', `/lists/${listUid}`].map((path) => ({
		method: 'GET',
		path,
		headers: browser
	}));
	const ticked = ticks(household);
	const works: Record<string, () => Promise<void>> = {
		'a day of five people: 1,000 pages, 1,000 ticks, 5,000 reads by scripts': async () => {
			for (const [asked, times] of [
				[pages, 1000],
				[ticked, 1000],
				[read, 5000]
			] as const)
				await timesOf(household, repeated(asked, times));
		},
		'ten connections that never rest, 8 s each of lists, pages and ticks': async () => {
			for (const asked of [read, pages, ticked]) await answersASecond(household, asked, 8);
		}
	};
	const found: Found[] = [];
	for (const [what, work] of Object.entries(works)) {
		await nodes[0].restart();
		await work();
		const after = residentKilobytes(nodes[0].pid) / 1024;
		await pause(30_000);
		found.push({ what, after, rested: residentKilobytes(nodes[0].pid) / 1024 });
	}
	return found;
}

const repeated = (asked: readonly Asked[], times: number): Asked[] =>
	Array.from({ length: Math.ceil(times / asked.length) }, () => asked)
		.flat()
		.slice(0, times);
