// Random commands of a household on its lists: an input for every command whose effect a list can show.
import fc from 'fast-check';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { exampleInput } from '../support/example-inputs.ts';

/** The things that commands can be about. New things are added. */
export type Stage = {
	listUids: string[];
	itemUids: string[];
	sectionUids: string[];
	/** Items and lists that were deleted or are out of reach. */
	deletedUids: string[];
	memberUids: string[];
	groupUid: string;
	tokenUid: string;
	/** A member who may be removed from the household. */
	lodgerUid: string;
};

const aNumber = fc.noBias(fc.nat(1_000_000));

export const aStep = fc.record({
	command: aNumber,
	caller: aNumber,
	seed: aNumber,
	/** Decides from which earlier version the reader goes on. */
	from: aNumber
});

export type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Commands that change no list, and `completeReset`, which does and has a test of its own. */
export const elsewhere = `
	setUpInstance signUp replaceSettings deleteInstance markActivityRead createGroup deleteGroup
	signIn startSession refreshPair signOut changePassword endSession endOtherSessions addMember changeRole
	askToJoin completeJoin askForReset completeReset decideJoin decideReset makeAccessToken noteTokenUse`
	.trim()
	.split(/\s+/);

const onLists = Object.values(catalogue)
	.filter(({ kind, name }) => kind === 'command' && !elsewhere.includes(name))
	.map(({ name }) => name);

const pick = <Value>(all: Value[], seed: number): Value | undefined => all[seed % all.length];
const labels = ['Milk', 'Eggs', 'Soap', 'Bread', 'Rice', 'Tea'];
const since = '2026-01-01T00:00:00.000Z';

/** An input for every command that changes lists, items, or the names that they show: its example, or one that varies with the seed. */
export function inputsOf(stage: Stage, seed: number): Record<string, object> {
	const of = (all: string[], salt: number) => pick(all, Math.floor(seed / salt)) ?? '';
	const listUid = of(stage.listUids, 1);
	const toListUid = of(stage.listUids, 7);
	const [itemUid, otherUid] = [of(stage.itemUids, 3), of(stage.itemUids, 11)];
	const sectionUid = of(stage.sectionUids, 5);
	const itemUids = [...new Set([itemUid, otherUid])];
	const label = `${of(labels, 5)} ${seed % 97}`;
	const isEven = seed % 2 === 0;
	const sharing = of(
		['SHARING_PRIVATE', 'SHARING_INSTANCE', 'SHARING_INSTANCE', 'SHARING_SPECIFIC'],
		13
	);
	const someMembers = stage.memberUids.filter((_, index) => (seed >> index) % 2 === 0);
	const toSection = seed % 5 === 0 ? { sectionUid } : {};
	const afterItemUid = seed % 3 === 0 ? '' : otherUid;
	const about = {
		...{ groceries: listUid, milk: itemUid, eggs: otherUid, dairy: sectionUid },
		...{ soap: of(stage.deletedUids, 1), tablet: stage.tokenUid, cooks: stage.groupUid },
		ben: stage.lodgerUid
	};
	return {
		...Object.fromEntries(onLists.map((name) => [name, exampleInput(name, about)])),
		createSection: { listUid, name: label, ...(isEven ? { afterSectionUid: '' } : {}) },
		changeSection: { sectionUid, name: label, ...(isEven ? { afterSectionUid: '' } : {}) },
		addItem: { listUid, label },
		addItems: { listUid, items: [{ label }, { label: `${label} too`, quantity: '2' }] },
		addLines: { listUid, lines: [{ label }, { label: of(labels, 17), again: isEven }] },
		changeItem: { itemUid, label, note: `note ${seed}` },
		changeItems: { items: itemUids.map((uid) => ({ itemUid: uid, quantity: String(seed) })) },
		tickItem: { itemUid, done: isEven },
		tickItems: { itemUids, done: isEven },
		moveItem: { itemUid, afterItemUid, ...(isEven ? { toListUid } : {}), ...toSection },
		moveItems: { itemUids, afterItemUid: '', ...(isEven ? { toListUid } : {}), ...toSection },
		placeItem: { itemUid, ...(isEven ? { step: of(['up', 'down', 'top'], 19) } : { toListUid }) },
		deleteItems: { itemUids },
		restore: { uid: of(stage.deletedUids, 1) },
		restoreEntries: { uids: [of(stage.deletedUids, 1), of(stage.deletedUids, 3)] },
		createList: { name: label },
		renameList: { listUid, name: label },
		changeList: { listUid, name: label, pinned: isEven },
		pinList: { listUid, pinned: isEven },
		archiveList: { listUid, archived: isEven },
		setAddsOnTop: { listUid, addsOnTop: isEven },
		shareList: {
			listUid,
			sharing,
			canEdit: seed % 5 > 0,
			memberUids: someMembers,
			groupUids: isEven ? [stage.groupUid] : []
		},
		renameGroup: { groupUid: stage.groupUid, name: `Cooks ${seed}` },
		setGroupMembers: { groupUid: stage.groupUid, memberUids: someMembers },
		changeMe: { name: `Person ${seed}` },
		undoToken: { tokenUid: stage.tokenUid, since, dryRun: seed % 4 === 0 },
		undoOwnChanges: { since, dryRun: seed % 4 === 0 }
	};
}

/** Everyday commands, which are drawn more often. */
const often =
	'moveItem moveItem placeItem tickItem shareList shareList createSection restore'.split(' ');

export function drawn(stage: Stage, { command, seed }: Step) {
	const inputs = inputsOf(stage, seed);
	const name = pick([...Object.keys(inputs), ...often], command) ?? '';
	const operation = Object.values(catalogue).find((one) => one.name === name);
	if (!operation) throw new Error(`there is no command ${name}`);
	return { operation, input: inputs[name] ?? {} };
}
