import type { RequestEvent } from '@sveltejs/kit';
import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';
import { answerInTurn, readInTurn } from '../kernel/visitor-turns.ts';

/** In bytes. Node reads this much of a body by itself, so waiting for a turn would hold back nothing. */
const shortBody = 65_536;

/** Waits for the turn of a visitor's long body to be read. Returns what passes the turn on. Throws if too many wait. */
export async function waitToRead({ request, locals }: RequestEvent): Promise<() => void> {
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

/** In ms. Node keeps it until the answer is sent. */
const unreadForMs = 45_000;

/**
 * Waits for the turn of a visitor's request to be answered, if the answer may be long. The turn ends once all of the answer is sent.
 * What a client does not read stays in memory, so the connection is closed where nothing has moved for so long, or for twice as long
 * where Node was still sending. A full send buffer takes nothing more until part of it has drained, so a client that reads 5 MB at
 * 16 kB a second is cut off too. Throws where too many wait.
 */
export async function waitToAnswer({ locals, platform, route }: RequestEvent): Promise<void> {
	const { caller } = locals;
	const request = platform?.req;
	if (caller.by !== 'visitor' || !request || !longForVisitors.has(route.id ?? '')) return;
	// Not `once` of node:events, which throws where the client hangs up.
	const isSent = new Promise<void>((end) => request.once('close', () => end()));
	if (request.closed) return;
	await begun((answer) => answerInTurn(caller, answer), isSent);
	request.socket.setTimeout(unreadForMs);
}

/** Resolves when the turn begins, which then lasts until `isOver`. Throws where there is none to be had. */
const begun = (
	takeTurn: (work: () => Promise<void>) => Promise<void>,
	isOver: Promise<void>
): Promise<void> =>
	new Promise((begin, refuse) => {
		const refused = (error: unknown) => refuse(error instanceof Refusal ? error : tooMany());
		takeTurn(() => (begin(), isOver)).catch(refused);
	});

const isLong = ({ headers }: Request): boolean =>
	headers.has('transfer-encoding') || Number(headers.get('content-length')) > shortBody;

const tooMany = (): Refusal =>
	new Refusal('too-many', m.too_many_attempts({ count: 1 }), { retryAfter: 60 });
