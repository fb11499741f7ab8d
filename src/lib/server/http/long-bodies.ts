import type { RequestEvent } from '@sveltejs/kit';
import { once } from 'node:events';
import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { answerInTurn, readInTurn } from '../kernel/visitor-turns.ts';

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
	await begun((read) => readInTurn(caller, read), isOver);
	return end;
}

/** The routes whose answers to visitors may be long. */
const longForVisitors = new Set(['/public', '/api/v1/public-list']);

/**
 * Waits for the turn of a visitor's request to be answered, if the answer may be long. The turn ends once all of the answer is sent. What a
 * client does not read stays in memory until bin/serve.mjs closes the connection.
 */
export async function waitForReaders({ locals, platform, route }: RequestEvent): Promise<void> {
	const { caller } = locals;
	const request = platform?.req;
	if (caller.by !== 'visitor' || !request || !longForVisitors.has(route.id ?? '')) return;
	const isSent = request.closed ? Promise.resolve() : once(request, 'close').then(() => {});
	await begun((answer) => answerInTurn(caller, answer), isSent);
}

/** Resolves when the turn begins, which then lasts until `isOver`. Throws where there is none to be had. */
const begun = (
	takeTurn: (work: () => Promise<void>) => Promise<void>,
	isOver: Promise<void>
): Promise<void> =>
	new Promise((begin, refuse) => {
		takeTurn(() => (begin(), isOver)).catch(() => refuse(tooMany()));
	});

const isLong = ({ headers }: Request): boolean =>
	headers.has('transfer-encoding') || Number(headers.get('content-length')) > shortBody;

const tooMany = (): Refusal =>
	new Refusal('too-many', m.too_many_attempts({ count: 1 }), { retryAfter: 60 });
