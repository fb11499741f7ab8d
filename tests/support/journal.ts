// What a client knows of its lists: acknowledged changes, and at most one pending request whose outcome is unknown.

export type KeptItem = { uid: string; tag: string; label: string; note: string; done: boolean };

/** A list of the client's own, or `hall`, on which every client keeps items of its own. */
export type KeptList = { uid: string; tag: string; name: string; items: KeptItem[] };

export type Kept = KeptList[];

export type Step = {
	method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	path: string;
	body?: object;
	/** The client's lists after the step was carried out. Something new has no uid until the answer has told it. */
	after: Kept;
	/** The changes that the step writes to the outbox: kind, tag of the list, tag of the item. */
	changes: string[];
};

export type Journal = {
	/** `c0`, `c1`, …: the first part of every tag of this client's. */
	client: string;
	kept: Kept;
	pending: Step | undefined;
	changes: string[];
	serial: number;
	acknowledged: number;
	/** Requests that were cut off: how many turned out to be carried out (`whole`), and how many not (`absent`). */
	cutOff: { whole: number; absent: number };
};

export const hall = 'hall';

export function openJournal(client: string, hallUid: string): Journal {
	const kept = [{ uid: hallUid, tag: hall, name: hall, items: [] }];
	const cutOff = { whole: 0, absent: 0 };
	return { client, kept, pending: undefined, changes: [], serial: 0, acknowledged: 0, cutOff };
}

/** Records that a step was carried out. Its answer says so, or what the server is found to hold. */
export function settle(journal: Journal, step: Step, found: Kept): void {
	journal.kept = withUids(step.after, found);
	journal.changes.push(...step.changes);
	journal.pending = undefined;
}

/**
 * Compares what the server holds with what the client was told. Undefined where both agree, with or without the request that
 * was cut off; otherwise the difference in words.
 */
export function compare(journal: Journal, found: Kept): string | undefined {
	const { kept, pending } = journal;
	if (asText(found) === asText(kept)) {
		if (pending) journal.cutOff.absent += 1;
		journal.pending = undefined;
		return undefined;
	}
	if (pending && asText(found) === asText(pending.after)) {
		journal.cutOff.whole += 1;
		settle(journal, pending, found);
		return undefined;
	}
	const cut = pending ? `\n${pending.method} ${pending.path} was cut off` : '';
	return `${journal.client} was told\n${asText(kept)}\nand the server holds\n${asText(found)}${cut}`;
}

export function asText(kept: Kept): string {
	const lines = kept.map(({ name, items }) =>
		[
			name,
			...items.map((item) => `  ${item.done ? 'x' : '-'} ${item.tag} ${item.label} ${item.note}`)
		].join('\n')
	);
	return lines.sort().join('\n');
}

function withUids(after: Kept, found: Kept): Kept {
	const uids = new Map(
		found.flatMap(
			({ tag, uid, items }) =>
				[[tag, uid], ...items.map((item) => [item.tag, item.uid])] as [string, string][]
		)
	);
	return after.map((list) => ({
		...list,
		uid: list.uid || (uids.get(list.tag) ?? ''),
		items: list.items.map((item) => ({ ...item, uid: item.uid || (uids.get(item.tag) ?? '') }))
	}));
}
