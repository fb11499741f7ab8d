import type { RequestEvent } from '@sveltejs/kit';
import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { readInTurn } from '../kernel/visitor-turns.ts';

/** In bytes. Node reads this much of a body by itself, so waiting for a turn would hold back nothing. */
const shortBody = 65_536;

/**
 * Waits for the turn of a visitor's request to have its body read, if that is long. Returns the function that passes the turn on.
 * Throws where too many wait.
 */
export async function waitForBody({ request, locals }: RequestEvent): Promise<() => void> {
	const { caller } = locals;
	if (caller.by !== 'visitor' || !isLong(request)) return () => {};
	const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
	// Code that reads the body of a client that has hung up may wait for ever.
	request.signal.addEventListener('abort', () => end());
	if (request.signal.aborted) end();
	await new Promise<void>((begin, refuse) => {
		const read = () => (begin(), isOver);
		readInTurn(caller, read).catch(() => refuse(tooMany()));
	});
	return end;
}

const isLong = ({ headers }: Request): boolean =>
	headers.has('transfer-encoding') || Number(headers.get('content-length')) > shortBody;

const tooMany = (): Refusal =>
	new Refusal('too-many', m.too_many_attempts({ count: 1 }), { retryAfter: 60 });
