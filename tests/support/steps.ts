// The next step of a client: a change to one of its lists that can be seen.
import {
	asText,
	hall,
	type Journal,
	type Kept,
	type KeptItem,
	type KeptList,
	type Step
} from './journal.ts';

export function nextStep(journal: Journal): Step {
	for (;;) {
		const list = pick(journal.kept);
		const step = pick(steps)(journal, list, pick(list.items.length > 0 ? list.items : [undefined]));
		if (step && asText(step.after) !== asText(journal.kept)) return step;
	}
}

type Choose = (journal: Journal, list: KeptList, item: KeptItem | undefined) => Step | undefined;

const createList: Choose = (journal) => {
	if (journal.kept.length > 4) return undefined;
	const tag = nextTag(journal);
	const name = `${tag} new`;
	const after = [...journal.kept, { uid: '', tag, name, items: [] }];
	return {
		method: 'POST',
		path: '/lists',
		body: { name },
		after,
		changes: [`list.created ${tag}`]
	};
};

const renameList: Choose = (journal, list) => {
	if (list.tag === hall) return undefined;
	const name = `${list.tag} ${nextTag(journal)}`;
	const after = withList(journal, { ...list, name });
	return {
		method: 'PATCH',
		path: `/lists/${list.uid}`,
		body: { name },
		after,
		changes: [`list.changed ${list.tag}`]
	};
};

const deleteList: Choose = (journal, list) => {
	if (list.tag === hall || journal.kept.length < 4) return undefined;
	const after = journal.kept.filter(({ tag }) => tag !== list.tag);
	return {
		method: 'DELETE',
		path: `/lists/${list.uid}`,
		after,
		changes: [`list.deleted ${list.tag}`]
	};
};

const clearDone: Choose = (journal, list) => {
	if (list.tag === hall) return undefined;
	const [done, open] = [true, false].map((state) =>
		list.items.filter((item) => item.done === state)
	);
	const changes = (done ?? []).map((item) => `item.deleted ${list.tag} ${item.tag}`);
	return {
		method: 'POST',
		path: `/lists/${list.uid}:clear-done`,
		body: {},
		after: withList(journal, { ...list, items: open ?? [] }),
		changes
	};
};

const addItem: Choose = (journal, list) => {
	const item = newItem(journal);
	const after = withList(journal, { ...list, items: [...list.items, item] });
	return {
		method: 'POST',
		path: `/lists/${list.uid}/items`,
		body: bodyOf(item),
		after,
		changes: [`item.added ${list.tag} ${item.tag}`]
	};
};

const addItems: Choose = (journal, list) => {
	if (list.items.length > 60) return undefined;
	const added = Array.from({ length: 2 + Math.floor(Math.random() * 8) }, () => newItem(journal));
	return {
		method: 'POST',
		path: `/lists/${list.uid}/items:batch`,
		body: { items: added.map(bodyOf) },
		after: withList(journal, { ...list, items: [...list.items, ...added] }),
		changes: added.map((item) => `item.added ${list.tag} ${item.tag}`)
	};
};

const changeItem: Choose = (journal, list, item) => {
	if (!item) return undefined;
	const [label, note] = [nextTag(journal), `note ${journal.serial}`];
	const after = withItem(journal, list, { ...item, label, note });
	return {
		method: 'PATCH',
		path: `/items/${item.uid}`,
		body: { label, note },
		after,
		changes: [`item.changed ${list.tag} ${item.tag}`]
	};
};

const tickItem: Choose = (journal, list, item) => {
	if (!item) return undefined;
	const done = !item.done;
	const after = withItem(journal, list, { ...item, done });
	const changes = [`item.${done ? 'ticked' : 'unticked'} ${list.tag} ${item.tag}`];
	return { method: 'PUT', path: `/items/${item.uid}/done`, body: { done }, after, changes };
};

const moveItem: Choose = (journal, list, item) => {
	if (!item) return undefined;
	const to = chance(0.5) ? list : pick(journal.kept);
	const others = to.items.filter(({ uid }) => uid !== item.uid);
	const anchor = chance(0.3) ? undefined : pick(others.length > 0 ? others : [undefined]);
	const place = anchor ? others.indexOf(anchor) + 1 : 0;
	const left = withList(journal, {
		...list,
		items: list.items.filter(({ uid }) => uid !== item.uid)
	});
	const after = left.map((kept) =>
		kept.tag === to.tag ? { ...to, items: others.toSpliced(place, 0, item) } : kept
	);
	const changes = [...new Set([list.tag, to.tag])].map((tag) => `item.moved ${tag} ${item.tag}`);
	const body = { after_item_uid: anchor?.uid ?? '', to_list_uid: to.uid };
	return { method: 'POST', path: `/items/${item.uid}:move`, body, after, changes };
};

const deleteItem: Choose = (journal, list, item) => {
	if (!item) return undefined;
	const after = withList(journal, {
		...list,
		items: list.items.filter(({ uid }) => uid !== item.uid)
	});
	return {
		method: 'DELETE',
		path: `/items/${item.uid}`,
		after,
		changes: [`item.deleted ${list.tag} ${item.tag}`]
	};
};

const often = [addItem, addItems, changeItem, tickItem, moveItem];
const steps = [...often, ...often, createList, renameList, deleteList, clearDone, deleteItem];

function newItem(journal: Journal): KeptItem {
	const tag = nextTag(journal);
	return { uid: '', tag, label: `thing ${tag}`, note: '', done: false };
}

const bodyOf = ({ tag, label, note }: KeptItem) => ({ label, note, quantity: tag });

function withList({ kept }: Journal, list: KeptList): Kept {
	return kept.map((other) => (other.tag === list.tag ? list : other));
}

function withItem(journal: Journal, list: KeptList, item: KeptItem): Kept {
	return withList(journal, {
		...list,
		items: list.items.map((other) => (other.uid === item.uid ? item : other))
	});
}

function nextTag(journal: Journal): string {
	journal.serial += 1;
	return `${journal.client}.${journal.serial}`;
}

export const chance = (share: number): boolean => Math.random() < share;

export function pick<T>(from: T[]): T {
	const picked = from[Math.floor(Math.random() * from.length)];
	if (picked === undefined && from.length === 0) throw new Error('nothing to pick from');
	return picked as T;
}
