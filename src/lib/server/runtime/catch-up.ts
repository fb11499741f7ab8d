import pLimit from 'p-limit';
import type { Database } from '../data/client.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import type { Written } from '../events/event.ts';
import { finalNumbers, readOn } from '../events/read-on.ts';
import type { OpenStreams } from './open-streams.ts';
import type { Stream } from './stream.ts';

/** How many Changes a replay reads and authorises at once. */
const replayBatch = 200;
/** A visitor hears only "look again"; one who missed more than this is told so once. */
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
	/** After a restart all readers come back together; their replays leave connections to the others. */
	const inTurn = pLimit(4);

	/** Puts the stream where its reader was, or where everybody is with one `reset` where that is no longer kept. */
	async function begin(stream: Stream, after: string): Promise<void> {
		const { oldest, newest } = await finalNumbers(database);
		const from = /^\d{1,15}$/.test(after) ? Number(after) : -1;
		const isKept = from >= oldest - 1 && from <= newest;
		const isTooMuch = stream.caller.by === 'visitor' && newest - from > maxVisitorReplay;
		stream.position = isKept ? from : newest;
		if (after !== '' && (!isKept || isTooMuch)) reset(stream, newest);
	}

	/** Replays what the stream has missed, until it stands where everybody stands. The reader sets the pace (backpressure). */
	async function catchUp(stream: Stream): Promise<void> {
		while (streams.all.has(stream)) {
			await stream.out.drained();
			const there = position();
			const changes = await readOn(past, stream.position, replayBatch);
			if (changes.length === 0 && position() === there) break;
			// Asked after reading: retention may be removing what a slow reader still has to hear.
			const { oldest, newest } = await finalNumbers(database);
			if (stream.position < oldest - 1) reset(stream, newest);
			else await inTurn(() => send(changes, [stream]));
			await yieldToOthers();
		}
		stream.behind = false;
	}

	return { begin, catchUp };
}

function reset(stream: Stream, newest: number): void {
	stream.out.send({ id: newest, event: 'reset', data: {} });
	stream.position = newest;
}
