import { madeOnce } from '../format/made-once';
import { noTexts } from '../item-texts';
import type { Item, Texts } from '$lib/server/items/fields';
import type { Intent, Me } from './intent';
import type { Queue } from './queue';
import { placesOn, sectionBySection, type Section } from './sections';

/** An item as it is shown: as the server last said, with what was done here on top. */
export type ShownItem = Item & {
	/** "" for none. */
	sectionUid: string;
	/** Stays the same when an added item gets its uid, so that its row stays the same as well. */
	key: string;
	/** The intents about it that wait to be sent. */
	waiting: Intent[];
	/** What the server refused and somebody has to decide about. */
	refused: Intent[];
};

/**
 * What a list shows: its items, in their order, after all that was done here. What was refused changes nothing, but an
 * item that could not be added stays for its text.
 */
export function shownItems(
	items: readonly Stored[],
	queue: Queue,
	me: Me,
	{ addsOnTop = false, sections = [] }: OnList = {}
): ShownItem[] {
	const places = placesOn(sections);
	const place: Place = (shown, item) => {
		const sectionUid = places.sectionFor(item.label);
		const placed = sectionUid === item.sectionUid ? item : { ...item, sectionUid };
		return addsOnTop ? [placed, ...shown] : [...shown, placed];
	};
	const adding = queue.filter(({ kind, state }) => kind === 'add' && state === 'waiting');
	let shown = items.filter((item) => !adding.some(adds(item, me))).map((item) => asShown(item));
	for (const intent of queue) {
		if (intent.kind === 'move' && intent.state !== 'refused') places.learn(shown, intent);
		shown = withShown(shown, intent, me, place);
	}
	return queue.length > 0 && sections.length > 0 ? sectionBySection(shown, sections) : shown;
}

/** An item as a device keeps it; an older version wrote no section. */
type Stored = Item & { sectionUid?: string };

type OnList = { addsOnTop?: boolean | undefined; sections?: readonly Section[] | undefined };

/** Puts a new item on a list. */
type Place = (shown: ShownItem[], item: ShownItem) => ShownItem[];

/**
 * Returns whether this item was added by an intent that has no answer yet. Until the answer comes, the row of the intent stands for
 * the item.
 */
const adds =
	({ uid, label, addedByName, addedViaToken }: Stored, me: Me) =>
	(intent: Intent): boolean =>
		intent.kind === 'add' &&
		intent.texts.label === label &&
		addedByName === me.name &&
		!addedViaToken &&
		!intent.beside?.includes(uid);

/** The refused intents about items that the list shows no longer. */
export const refusedElsewhere = (queue: Queue, shown: readonly { uid: string }[]): Intent[] =>
	queue.filter(({ state, itemUid }) => state === 'refused' && !has(shown, itemUid));

function withShown(shown: ShownItem[], intent: Intent, me: Me, place: Place): ShownItem[] {
	const act = intent.state === 'refused' ? withRefusedAdd : applied;
	return marked(act(shown, intent, me, place), intent);
}

function applied(shown: ShownItem[], intent: Intent, me: Me, place: Place): ShownItem[] {
	const change = (changed: Parameters<typeof changeIn>[2]): ShownItem[] =>
		changeIn(shown, intent.itemUid, changed);
	switch (intent.kind) {
		case 'tick':
			return change(({ done }) => (done ? undefined : tickedBy(me, intent)));
		case 'untick':
			return change(() => ({ done: false, doneAt: '', doneByName: '', doneByUid: '' }));
		case 'edit':
			return change(() => intent.texts);
		case 'remove':
			return shown.filter(({ uid }) => uid !== intent.itemUid);
		case 'add':
			return has(shown, intent.itemUid) ? shown : place(shown, added(intent, me));
		case 'move': {
			const moved = shown.find(({ uid }) => uid === intent.itemUid);
			return moved ? placed(shown, moved, intent) : shown;
		}
		case 'restore':
			return has(shown, intent.itemUid) || !intent.was
				? shown
				: placed(shown, asShown(intent.was), { sectionUid: '', ...intent.was, ...intent });
		// A tab of a newer build has done what this one does not know.
		default:
			return shown;
	}
}

function withRefusedAdd(shown: ShownItem[], intent: Intent, me: Me, place: Place): ShownItem[] {
	return intent.kind === 'add' && !has(shown, intent.itemUid)
		? place(shown, added(intent, me))
		: shown;
}

function marked(shown: ShownItem[], intent: Intent): ShownItem[] {
	if (intent.state === 'done') return shown;
	const mark = intent.state;
	return changeIn(shown, intent.itemUid, (item) => ({ [mark]: [...item[mark], intent] }));
}

/** Changes the array that `shownItems` makes, and no item: a copy for each intent is too much for a phone that was offline. */
function changeIn(
	shown: ShownItem[],
	itemUid: string,
	changed: (item: ShownItem) => Partial<ShownItem> | undefined
): ShownItem[] {
	const at = shown.findIndex(({ uid }) => uid === itemUid);
	const item = shown[at];
	const change = item && changed(item);
	if (change) shown[at] = { ...item, ...change };
	return shown;
}

/** Below the nearest neighbour that is there, or at the top of the section. */
function placed(
	shown: ShownItem[],
	item: ShownItem,
	{ below, sectionUid }: { below: string[]; sectionUid?: string }
): ShownItem[] {
	const others = shown.filter(({ uid }) => uid !== item.uid);
	const around = others.filter(
		(other) => sectionUid === undefined || other.sectionUid === sectionUid
	);
	const found = below.find((uid) => has(around, uid));
	const neighbour = around.find(({ uid }) => uid === found);
	const section = sectionUid ?? neighbour?.sectionUid ?? item.sectionUid;
	const at = others.findIndex((other) => other === neighbour) + 1;
	return others.toSpliced(at, 0, { ...item, sectionUid: section });
}

function added(intent: Intent & { kind: 'add' }, me: Me): ShownItem {
	return asShown(intent.answered ?? unsentItem(intent.itemUid, intent.texts, me));
}

const unsentItem = (uid: string, texts: Texts, me: Me): Item => ({
	uid,
	// An item that an older version of the page has kept may lack a text.
	...{ ...noTexts, ...texts },
	done: false,
	doneAt: '',
	doneByName: '',
	doneByUid: '',
	addedByName: me.name,
	addedViaToken: ''
});

const tickedBy = (me: Me, { madeAt }: Intent): Partial<Item> => ({
	done: true,
	doneAt: new Date(madeAt).toISOString(),
	doneByName: me.name,
	doneByUid: me.uid
});

/** An item that did not change is shown as the same object, so that its row is not touched. */
const asShown = madeOnce((item: Stored): ShownItem => {
	const { sectionUid = '' } = item;
	return { ...item, sectionUid, key: item.uid, waiting: [], refused: [] };
});

const has = (shown: readonly { uid: string }[], itemUid: string): boolean =>
	shown.some(({ uid }) => uid === itemUid);
