import pLimit from 'p-limit';
import type { Database } from '../data/client.ts';
import type { Reader } from '../data/reader.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { changesAfter, type StoredChange } from '../events/event.ts';
import type { KeptNumbers } from '../events/kept-numbers.ts';
import { idOf, lowestIdOf, numberInId } from '../events/event-id.ts';
import { lastPublication } from '../events/published-list.ts';
import { finalNumbers, readOn } from '../events/read-on.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Stream } from './stream.ts';

/** How many Changes a replay reads and authorises at once. */
const replayBatch = 200;
/** A visitor is told only that something changed, so one who missed more than this gets one `reset` in place of a replay. */
const maxVisitorReplay = 1000;

type Streaming = {
	database: Database;
	streams: OpenStreams;
	send(changes: readonly StoredChange[], to: Stream[]): Promise<void>;
	/** The number of the newest change that was sent to the streams that are not behind. */
	position(): number;
};

/** Brings a reopened stream up to the hub's position: by a replay, or by one `reset`. */
export function catchUpIn({ database, streams, send, position }: Streaming) {
	const past = { read: database.readOnce, dialect: database.dialect };
	/** After a restart all readers come back together. This limit on replays leaves database connections to others. */
	const inTurn = pLimit(4);

	/**
	 * Sets the stream to its reader's position. Where that is no longer kept, or is from before a backup was restored, sends one
	 * `reset` and goes on from the newest Change.
	 */
	async function begin(stream: Stream, after: string): Promise<void> {
		const kept = await finalNumbers(database);
		const { oldest, newest } = kept;
		const from = numberInId(after) ?? -1;
		const isKept = from >= oldest - 1 && from <= newest && (await isOurs(past.read, after));
		const isVisitor = stream.caller.by === 'visitor';
		const isTooMuch = isVisitor && newest - from > maxVisitorReplay;
		stream.position = isKept ? from : newest;
		if (after !== '' && (!isKept || isTooMuch)) return reset(stream, kept);
		if (isVisitor) stream.position = await sincePublication(stream.position);
	}

	/** A visitor may not learn of changes from before the list was published, not even of their times. */
	async function sincePublication(number: number): Promise<number> {
		const published = await lastPublication(past.read, number);
		return published === undefined ? number : published - 1;
	}

	/** Replays what the stream has missed, until it is at the hub's position. The reader sets the pace (backpressure). */
	async function catchUp(stream: Stream): Promise<void> {
		while (streams.all.has(stream)) {
			await stream.out.drained();
			const there = position();
			const changes = await readOn(past, stream.position, replayBatch);
			if (changes.length === 0 && position() === there) break;
			// Checked after reading, because retention may be removing what a slow reader still has to hear.
			const kept = await finalNumbers(database);
			if (stream.position < kept.oldest - 1) reset(stream, kept);
			else await inTurn(() => send(changes, [stream]));
			await yieldToOthers();
		}
		stream.isBehind = false;
	}

	return { begin, catchUp };
}

/** Tells the reader to read everything anew, and goes on from the newest Change. */
export function reset(stream: Stream, { newest, newestId }: KeptNumbers): void {
	stream.out.send({ id: newestId, event: 'reset', data: {} });
	stream.position = newest;
}

/** Whether an id has no mark, or that of the Change which has its number. */
async function isOurs(read: Reader, id: string): Promise<boolean> {
	const number = numberInId(id);
	if (number === undefined) return false;
	if (Number(id) === lowestIdOf(number)) return true;
	const [change] = await changesAfter(read, number - 1, { last: number, most: 1 });
	return change !== undefined && idOf(change) === Number(id);
}
