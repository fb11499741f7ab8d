import type { z } from 'zod';
import { isLocked, lockHousehold, lockLists } from '../data/locks.ts';
import { rolledBack } from '../data/transaction.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { undoItems } from '../items/undo.ts';
import { component, says } from '../kernel/schema.ts';
import type { Unit } from '../kernel/unit.ts';
import { undoSections } from '../sections/undo.ts';
import { reopenLists, undoLists, undoPin } from '../lists/undo.ts';
import { refuseUnlessOwnToken } from './changes.ts';
import { withFormerValues } from './former-values.ts';
import { laterChangeOfItems, laterChanges } from './later-changes.ts';
import {
	keyOf,
	partOf,
	standingChanges,
	unitOfUndo,
	type Own,
	type Standing,
	type Subject,
	type Which
} from './standing-changes.ts';

/** Undoes what a member's own token did. */

export const Skipped = component('Skipped', {
	itemUid: says('The uid of the item that was not undone; "" for a list.'),
	listUid: says('The uid of the list.'),
	reason: says('The reason why the change was not undone.')
});

export type Skipped = z.infer<typeof Skipped>;

type Undo = { tokenUid: string; since: string; dryRun: boolean };

/** Undoes all that a token did since a moment, except what somebody has changed since. `dryRun` changes nothing. */
export async function undoToken(unit: Unit, { tokenUid, since, dryRun }: Undo): Promise<Undone> {
	await lockHousehold(unit);
	await refuseUnlessOwnToken(unit, tokenUid);
	const { undone, skipped } = await undoAll(unit, tokenUid, { since }, { dryRun });
	return { undone, skipped };
}

type UndoOptions = {
	dryRun: boolean;
	/** For each subject whose Changes must not be undone, the reason. */
	hindrances?: Hindrances;
};

export type Hindrances = (
	subjects: Subject[],
	standing: Standing
) => Promise<ReadonlyMap<string, string>>;

export async function undoAll(
	unit: Unit,
	tokenUid: string,
	which: Which,
	{ dryRun, hindrances = async () => new Map() }: UndoOptions
): Promise<Undone & { left: ReadonlySet<string> }> {
	if (!dryRun) {
		unit.audit({ event: 'token-undone', tokenUid });
		return undoChanges(unit, tokenUid, which, hindrances);
	}
	// A dry run is carried out and rolled back, so that it returns exactly what would be undone.
	return rolledBack(unit.db, () =>
		undoChanges({ ...unit, record: () => {} }, tokenUid, which, hindrances)
	);
}

export type Undone = { undone: number; skipped: Skipped[] };

async function undoChanges(
	unit: Unit,
	tokenUid: string,
	which: Which,
	hindrances: Hindrances
): Promise<Undone & { left: ReadonlySet<string> }> {
	const standing = await lockedChanges(unit, tokenUid, which);
	// The token may have ended while this waited for its lists.
	await refuseUnlessOwnToken(unit, tokenUid);
	const subjects = subjectsOf(standing.changes);
	await yieldToOthers();
	const hindered = await hindrances(subjects, standing);
	await yieldToOthers();
	const changed = await laterChanges(unit, tokenUid, subjects);
	const tooLate = (key: string) => hindered.get(key) || changed.get(key) || '';
	const reasons = await undoEach(unit, tokenUid, subjects, tooLate);
	const skipped = subjects.flatMap(([key, [{ itemUid, listUid }]]) => {
		const reason = reasons.get(key);
		return reason ? [{ itemUid, listUid, reason }] : [];
	});
	const left = new Set([...reasons].flatMap(([key, reason]) => (reason ? [key] : [])));
	const undone = subjects.flatMap(([key, own]) => (left.has(key) ? [] : withoutOtherHalves(own)));
	return { undone: undone.length, skipped, left };
}

/** Returns for each subject why it was not undone, or "". `tooLate` gives the reasons that are known before. */
async function undoEach(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[],
	tooLate: (key: string) => string
): Promise<Map<string, string>> {
	const {
		item = [],
		list = [],
		sections = [],
		pin = []
	} = Object.fromEntries(Map.groupBy(subjects, ([, [change]]) => partOf(change)));
	const reasons = new Map<string, string>();
	// Lists are opened first and put back last: in between, their items can be changed.
	const lists = list.map(([listUid, own]) => ({
		...{ listUid, changes: own, later: tooLate(listUid) },
		record: unitOfUndo(unit, own).record
	}));
	for (const [uid, reason] of await reopenLists(unit, lists)) reasons.set(uid, reason);
	for (const [key, own] of sections) {
		await yieldToOthers();
		const [{ listUid }] = own;
		const changedSince = async (itemUids: string[]) =>
			tooLate(key) || laterChangeOfItems(unit, tokenUid, itemUids, own);
		reasons.set(key, await undoSections(unitOfUndo(unit, own), listUid, own, changedSince));
	}
	for (const [key, own] of pin) {
		await yieldToOthers();
		const [{ listUid }] = own;
		reasons.set(key, await undoPin(unitOfUndo(unit, own), listUid, own, tooLate(key)));
	}
	const items = item.map(([itemUid, own]) => ({
		...{ itemUid, changes: own, later: tooLate(itemUid) },
		record: unitOfUndo(unit, own).record
	}));
	for (const [uid, reason] of await undoItems(unit, items)) reasons.set(uid, reason);
	await undoLists(
		unit,
		lists.filter(({ listUid }) => !reasons.get(listUid))
	);
	return reasons;
}

/** A change that is written down on two lists counts once. */
export function withoutOtherHalves<Part extends PartOfOne>(changes: Part[]): Part[] {
	const listUids = new Map<string, string>();
	return changes.filter((change) => {
		const listUid = listUids.get(wholeOf(change)) ?? change.listUid;
		listUids.set(wholeOf(change), listUid);
		return listUid === change.listUid;
	});
}

/** Names the one change that a Change is a part of: a move is written down on both of its lists. */
export const wholeOf = (part: PartOfOne): string =>
	`${new Date(part.at).getTime()} ${part.kind} ${keyOf(part)}`;

type PartOfOne = Pick<Own, 'kind' | 'itemUid' | 'listUid'> & { at: Date | string };

function subjectsOf(changes: Own[]): Subject[] {
	const subjects = new Map<string, Subject[1]>();
	for (const change of changes) {
		const own = subjects.get(keyOf(change));
		if (own) own.push(change);
		else subjects.set(keyOf(change), [change]);
	}
	return [...subjects];
}

/** The token's Changes, read once all of their lists are locked: the token may still be at work. */
async function lockedChanges(unit: Unit, tokenUid: string, which: Which): Promise<Standing> {
	const standing = await standingChanges(unit, tokenUid, which);
	const listUids = [...new Set(standing.changes.map(({ listUid }) => listUid))];
	if (listUids.every((uid) => isLocked(unit, uid)))
		return { ...standing, changes: await withFormerValues(unit, standing.changes) };
	await lockLists(unit, { listUids });
	return lockedChanges(unit, tokenUid, which);
}
