// What a request asks of the database, counted on servers that are not timed, because they note each statement.
import { setTimeout as pause } from 'node:timers/promises';
import { countsOf, openNotes, type Counts } from '../tests/support/noted-statements.ts';
import { timesOf, type Asked } from './load.ts';
import type { Measured } from './household.ts';

/** Starts a server over a database of its own, with these further settings. */
type Start = (env: Record<string, string>) => Promise<{ origin: string; stop: () => unknown }>;

/**
 * Counts what each work asks of the database once the caches are warm, by the name of the work. Before the counted request of a cold
 * work, `writeBetween` is called.
 */
export async function countsOfEach(
	works: { what: string; asked: Asked[]; isCold: boolean }[],
	{
		household,
		start,
		writeBetween
	}: { household: Measured; start: Start; writeBetween: () => Promise<void> }
): Promise<Map<string, Counts>> {
	const notes = await openNotes();
	const { origin, stop } = await start(notes.env);
	const [node] = household.nodes;
	const counted: Measured = { ...household, nodes: [{ ...node, origin }] };
	const found = new Map<string, Counts>();
	try {
		for (const { what, asked, isCold } of works) {
			const four = [asked, asked, asked, asked].flat().slice(0, 4);
			const last = four.pop();
			if (!last) throw new Error(`${what} asks nothing`);
			await timesOf(counted, four);
			if (isCold) await writeBetween();
			await pause(notifiedWithinMs);
			await notes.clear();
			await timesOf(counted, [last]);
			found.set(what, countsOf(await notes.of(`${last.method} ${last.path}`)));
		}
	} finally {
		await stop();
		await notes.close();
	}
	return found;
}

/** The NOTIFY of the command before is sent a moment after its answer, and would be counted with the next one. */
const notifiedWithinMs = 100;
