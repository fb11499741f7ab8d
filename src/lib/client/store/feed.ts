import type { ListChanges } from '$lib/server/items/changes';
import { retryDelayMs, type Line } from '../outbox/backoff';
import { isRefusal } from '../outbox/answer';
import { withChanges, type ListState, type Version } from './list-state';

/** The refusals after which a request for the list is not retried. */
const over: Record<number, 'gone' | 'signed-out'> = { 404: 'gone', 401: 'signed-out' };

/** What came of asking for a list: its state, that it is out of reach, that nobody is signed in, or no answer. */
export type Fed = { is: 'fed'; state: ListState } | { is: 'gone' | 'signed-out' | 'lost' };

type Around = {
	line: Line;
	now: () => number;
	/** As `Outbox.beforeAnswer`. */
	beforeAnswer: (listUid: string) => () => void;
	stateOf: (listUid: string) => ListState | undefined;
	onfed: (listUid: string, fed: Fed) => void;
};

/**
 * Asks for the changes of lists, with one request for a list at a time. Calls while one is under way share the next, which
 * shows everything that was done before the calls. A request that was lost is retried until one is answered.
 */
export function openFeed(around: Around) {
	const current = new Map<string, Promise<Fed>>();
	const next = new Map<string, Promise<Fed>>();
	/** How many requests for a list were lost in a row. */
	const failures = new Map<string, number>();
	const stopped = new AbortController();

	function refresh(listUid: string): Promise<Fed> {
		const underway = current.get(listUid);
		if (!underway) return begin(listUid);
		const waiting = next.get(listUid) ?? underway.then(() => begin(listUid));
		next.set(listUid, waiting);
		return waiting;
	}

	function begin(listUid: string): Promise<Fed> {
		next.delete(listUid);
		const asked = ask(listUid).finally(() => {
			if (current.get(listUid) === asked) current.delete(listUid);
		});
		current.set(listUid, asked);
		return asked;
	}

	async function ask(listUid: string): Promise<Fed> {
		const covered = around.beforeAnswer(listUid);
		const before = around.stateOf(listUid);
		const fed = await changesAfter(listUid, before?.version);
		if (stopped.signal.aborted) return { is: 'lost' };
		// Another answer came in between, so this one does not go on from the version that is held.
		if (fed === 'stale') return ask(listUid);
		around.onfed(listUid, fed);
		if (fed.is === 'fed') covered();
		if (fed.is === 'lost') void askAgain(listUid);
		else failures.delete(listUid);
		return fed;
	}

	async function askAgain(listUid: string): Promise<void> {
		const count = (failures.get(listUid) ?? 0) + 1;
		failures.set(listUid, count);
		await around.line.pause(retryDelayMs(count, around.line.random), stopped.signal);
		const isLastLost = failures.get(listUid) === count;
		if (isLastLost && !stopped.signal.aborted) void refresh(listUid);
	}

	async function changesAfter(listUid: string, after: Version | undefined): Promise<Fed | 'stale'> {
		const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
		try {
			const response = await around.line.fetch(
				`/api/v1/lists/${encodeURIComponent(listUid)}/changes${query}`,
				{
					headers: { accept: 'application/json' },
					signal: AbortSignal.timeout(around.line.timeoutMs(failures.get(listUid) ?? 0))
				}
			);
			const body: ListChanges = await response.json();
			if (!response.ok) return { is: (isRefusal(body) && over[response.status]) || 'lost' };
			const state = withChanges(around.stateOf(listUid), after, body, around.now());
			return state ? { is: 'fed', state } : 'stale';
		} catch {
			return { is: 'lost' };
		}
	}

	/** Asks for each once, one after another, because a device may hold many lists. */
	async function refreshAll(listUids: string[]): Promise<void> {
		for (const uid of new Set(listUids)) if (!stopped.signal.aborted) await refresh(uid);
	}

	return { refresh, refreshAll, stop: (): void => stopped.abort() };
}
