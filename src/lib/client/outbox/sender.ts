import { outcomeOf, type Outcome } from './answer';
import type { Intent } from './intent';
import { retryDelayMs, type Line } from './backoff';
import { nextTask } from '../next-task';
import { requestOf } from './request';

/** Browsers refuse a `keepalive` request, which outlives its page, above a certain size. Larger bodies are sent without it. */
const maxKeepaliveBytes = 10_000;

/** A server may fail at one change for ever. That change must not hold up those after it. */
const maxFaultRetries = 5;

/** Where a sender finds what to send, and says what became of it. */
type Sending = {
	lists: () => string[];
	next: (listUid: string) => Intent | undefined;
	settle: (intent: Intent, outcome: Outcome) => void;
};

/**
 * Sends the intents of one list in their order, and those of several lists beside each other. It trusts answers alone:
 * what browsers say of being online is a guess.
 */
export function startSender(sending: Sending, line: Line) {
	const busy = new Set<string>();
	let nudged = new AbortController();
	const stopped = new AbortController();

	function wake(): void {
		if (stopped.signal.aborted) return;
		for (const listUid of sending.lists()) if (!busy.has(listUid)) void drain(listUid);
	}

	async function drain(listUid: string): Promise<void> {
		busy.add(listUid);
		let failures = 0;
		let faults = 0;
		// What was done is drawn first.
		await nextTask();
		while (!stopped.signal.aborted) {
			const intent = sending.next(listUid);
			if (!intent) break;
			let outcome = await outcomeWithin(intent, line, stopped.signal);
			if (isFault(outcome) && ++faults <= maxFaultRetries) outcome = { is: 'lost' };
			if (outcome.is !== 'lost') faults = 0;
			if (stopped.signal.aborted) break;
			sending.settle(intent, outcome);
			// The session may have ended and begun again. If it has not begun again, the store stops this sender.
			const waits = outcome.is === 'lost' || outcome.is === 'signed-out';
			failures = waits ? failures + 1 : 0;
			if (waits) await rest(failures, outcome.is === 'lost' ? outcome.retryAfterMs : 0);
		}
		busy.delete(listUid);
	}

	async function rest(failures: number, atLeastMs = 0): Promise<void> {
		const ms = Math.max(atLeastMs, retryDelayMs(failures, line.random));
		await line.pause(ms, firstOf(nudged.signal, stopped.signal));
	}

	return {
		/** There may be something to send. */
		wake,
		/** The line may be back: what waits to be sent again is sent now. */
		nudge(): void {
			nudged.abort();
			nudged = new AbortController();
			wake();
		},
		stop: (): void => stopped.abort()
	};
}

const isFault = (outcome: Outcome): boolean =>
	outcome.is === 'refused' && outcome.refusal.status === 500;

/** Sends an intent once. A request that is given up is sent again under the same key. */
async function outcomeWithin(
	intent: Intent,
	{ fetch, timeoutMs }: Line,
	stopped: AbortSignal
): Promise<Outcome> {
	try {
		const signal = firstOf(AbortSignal.timeout(timeoutMs(intent.failures)), stopped);
		const [path, options] = fetchOf(intent);
		return await outcomeOf(intent, await fetch(path, { ...options, signal }));
	} catch {
		return { is: 'lost' };
	}
}

/** A signal that is aborted with the first of these. Safari before 17.4 has no AbortSignal.any. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
	const first = new AbortController();
	const abort = () => first.abort();
	for (const signal of signals) {
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { signal: first.signal });
	}
	return first.signal;
}

function fetchOf(intent: Intent): [path: string, options: RequestInit] {
	const { method, path, body } = requestOf(intent);
	const text = body && JSON.stringify(body);
	const headers = {
		accept: 'application/json',
		'idempotency-key': intent.key,
		...(text && { 'content-type': 'application/json' })
	};
	const keepalive = new Blob(text ? [text] : []).size < maxKeepaliveBytes;
	return [
		`/api/v1${path}`,
		{ method, headers, keepalive, redirect: 'manual', ...(text && { body: text }) }
	];
}
