import type { RequestEvent } from '@sveltejs/kit';
import { randomInt } from 'node:crypto';
import { admit, memberCaller } from '../domain/access.ts';
import { Refusal } from '../domain/errors.ts';
import type { Hub, Out } from '../domain/events/hub.ts';
import { inOurWords } from '../operations/perform.ts';
import { refused } from './rest.ts';

/** Server-sent events. A reader too slow for what it is sent is let go: it comes back and is told what it missed. */

const heartbeat = 25_000;
/** Bytes that may wait for a slow reader. */
const mostWaiting = 256 * 1024;

/** The stream of a member's events. */
export async function events(event: RequestEvent): Promise<Response> {
	const { caller, household } = event.locals;
	try {
		admit({ who: 'member', ability: 'read' }, caller);
		const listUid = event.url.searchParams.get('listUid') ?? '';
		return stream(event, (out) =>
			household.hub.open(memberCaller(caller), { listUid, after: lastHeard(event) }, out)
		);
	} catch (error) {
		return refused(event, inOurWords(error), 'the stream could not be opened');
	}
}

/** The stream of the public list's. */
export async function publicEvents(event: RequestEvent): Promise<Response> {
	return stream(event, (out) => event.locals.household.hub.openPublic(lastHeard(event), out));
}

/** Answers when the stream stands where the outbox does: whatever changes after the answer is told. */
async function stream(
	event: RequestEvent,
	open: (out: Out) => Promise<() => void>
): Promise<Response> {
	const { household } = event.locals;
	try {
		refuseIfCrowded(household.hub);
	} catch (error) {
		return refused(event, error, '');
	}
	if (event.request.method === 'HEAD') return new Response(null, { headers });
	const { body, out, whenCancelled } = pipe(() => event.platform?.req.socket.destroy());
	out.say(`retry: ${2000 + randomInt(3000)}\n\n`);
	const beats = setInterval(() => out.say(':\n\n') || out.close(), heartbeat).unref();
	const close: Out['close'] = (comeBack) => (clearInterval(beats), out.close(comeBack));
	try {
		whenCancelled(await open({ send: out.send, close }));
	} catch (error) {
		close();
		return refused(event, inOurWords(error), 'the stream could not be opened');
	}
	return new Response(body, { headers });
}

/**
 * A body that is written to, and what to do when its reader has gone, be that before or after it is known. `cut` ends the line of
 * one who reads nothing: they would never read its end either.
 */
function pipe(cut: () => void) {
	let leave: (() => void) | undefined;
	let gone = false;
	let out: ReturnType<typeof writerTo> | undefined;
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => void (out = writerTo(controller, cut)),
			cancel: () => {
				gone = true;
				leave?.();
			}
		},
		new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting })
	);
	if (!out) throw new Error('a stream starts when it is made');
	const whenCancelled = (then: () => void) => {
		leave = then;
		if (gone) then();
	};
	return { body, out, whenCancelled };
}

const headers = {
	'content-type': 'text/event-stream',
	'cache-control': 'no-store',
	'x-accel-buffering': 'no'
};

export function refuseIfCrowded(hub: Hub): void {
	if (hub.size() < mostHere) return;
	throw new Refusal('too-many', 'Too many streams are open here. Try again in a minute.', {
		retryAfter: 60
	});
}

const mostHere = 10_000;

function writerTo(controller: ReadableStreamDefaultController<Uint8Array>, cut: () => void) {
	const encoder = new TextEncoder();
	let open = true;
	const say = (text: string): boolean => {
		if (!open || (controller.desiredSize ?? 0) <= 0) return false;
		controller.enqueue(encoder.encode(text));
		return true;
	};
	const send: Out['send'] = ({ id, event, data }) =>
		say(
			`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
		);
	const close: Out['close'] = (comeBack) => {
		if (comeBack) say('retry: 100\n\n');
		if (!open) return;
		open = false;
		if ((controller.desiredSize ?? 0) <= 0) return cut();
		try {
			controller.close();
		} catch {
			// The reader went first, and took the stream with it.
		}
	};
	return { say, send, close };
}

/** The browser says by itself where it was; `after` is for clients that cannot set a header. */
function lastHeard({ request, url }: RequestEvent): string {
	return request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? '';
}
