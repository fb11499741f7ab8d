import pLimit from 'p-limit';
import type { Database } from '../data/client.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import type { Written } from '../events/event.ts';
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
	send(changes: readonly Written[], to: Stream[]): Promise<void>;
	/** The number of the newest change that was sent to the streams that are not behind. */
	position(): number;
};

/** Brings a reopened stream up to the hub's position: by a replay, or by one `reset`. */
export function catchUpIn({ database, streams, send, position }: Streaming) {
	const past = { read: database.readOnce, dialect: database.dialect };
	/** After a restart all readers come back together. This limit on replays leaves database connections to others. */
	const inTurn = pLimit(4);

	/**
	 * Sets the stream to its reader's position. Where that is no longer kept, sends one `reset` and goes on from the
	 * newest Change.
	 */
	async function begin(stream: Stream, after: string): Promise<void> {
		const { oldest, newest } = await finalNumbers(database);
		const from = /^\d{1,15}$/.test(after) ? Number(after) : -1;
		const isKept = from >= oldest - 1 && from <= newest;
		const isVisitor = stream.caller.by === 'visitor';
		const isTooMuch = isVisitor && newest - from > maxVisitorReplay;
		stream.position = isKept ? from : newest;
		if (after !== '' && (!isKept || isTooMuch)) return reset(stream, newest);
		if (isVisitor) stream.position = await sincePublication(stream.position);
	}

	/** What happened to a list before it was published is none of a visitor's business, not even when it did. */
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
			const { oldest, newest } = await finalNumbers(database);
			if (stream.position < oldest - 1) reset(stream, newest);
			else await inTurn(() => send(changes, [stream]));
			await yieldToOthers();
		}
		stream.behind = false;
	}

	return { begin, catchUp };
}

/** Tells the reader to read everything anew, and goes on from the newest Change. */
export function reset(stream: Stream, newest: number): void {
	stream.out.send({ id: newest, event: 'reset', data: {} });
	stream.position = newest;
}
