import { randomInt } from 'node:crypto';
import { madeOnce } from '../../client/format/made-once.ts';
import type { News, Out } from '../runtime/stream.ts';

const heartbeatMs = 25_000;
/** How much is buffered for a slow reader. Past it the stream is closed, and the reader reconnects and catches up. */
const maxWaitingBytes = 256 * 1024;

export type Pipe = ReturnType<typeof pipe>;

/**
 * Makes the body of a stream and the `out` that takes its events. What is given to `whenCancelled` runs when the reader
 * has gone, even if that was before the call. `cut` closes the connection of a reader who reads nothing: they would not
 * read the end of the stream either.
 */
export function pipe(cut: () => void) {
	let leave: (() => void) | undefined;
	let gone = false;
	let sink: ReturnType<typeof sinkTo> | undefined;
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => void (sink = sinkTo(controller, cut)),
			pull: () => sink?.wasRead(),
			cancel: () => {
				gone = true;
				sink?.end();
				leave?.();
			}
		},
		new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes })
	);
	if (!sink) throw new Error('a stream starts when it is made');
	const { say, beat, out } = sink;
	say(`retry: ${2000 + randomInt(3000)}\n\n`);
	const beats = setInterval(beat, heartbeatMs).unref();
	const close: Out['close'] = (comeBack) => (clearInterval(beats), out.close(comeBack));
	const whenCancelled = (then: () => void) => {
		leave = () => (clearInterval(beats), then());
		if (gone) leave();
	};
	return { body, out: { ...out, close }, whenCancelled };
}

const encoder = new TextEncoder();

/** The bytes of an event, encoded once for all streams that send it. */
const bytesOf = madeOnce(({ id, event, data }: News): Uint8Array => {
	const number = id === undefined ? '' : `id: ${id}\n`;
	return encoder.encode(`${number}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
});

function sinkTo(controller: ReadableStreamDefaultController<Uint8Array>, cut: () => void) {
	let isOpen = true;
	let readSinceBeat = true;
	let waiting: (() => void)[] = [];
	const room = () => controller.desiredSize ?? 0;
	const isDrained = () => !isOpen || room() >= maxWaitingBytes;

	/** Returns whether there is room for more. */
	function enqueue(bytes: Uint8Array): boolean {
		if (!isOpen) return false;
		controller.enqueue(bytes);
		return room() > 0;
	}

	const say = (text: string) => enqueue(encoder.encode(text));

	function wake(): void {
		if (waiting.length === 0 || !isDrained()) return;
		waiting.forEach((resolve) => resolve());
		waiting = [];
	}

	function wasRead(): void {
		readSinceBeat = true;
		wake();
	}

	/** Sends a heartbeat. Cuts off a reader who has read nothing of what waits since the last one. */
	function beat(): void {
		if (!isDrained() && !readSinceBeat) return cut();
		readSinceBeat = false;
		if (room() > 0) say(':\n\n');
	}

	function end(): void {
		isOpen = false;
		wake();
	}

	const out: Out = {
		send: (news) => enqueue(bytesOf(news)),
		drained: () =>
			isDrained() ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
		close: (comeBack) => {
			if (comeBack) say('retry: 100\n\n');
			if (!isOpen) return;
			const isFull = room() <= 0;
			end();
			if (isFull) return cut();
			try {
				controller.close();
			} catch {
				// The reader has gone and has cancelled the stream.
			}
		}
	};
	return { say, wasRead, beat, end, out };
}
