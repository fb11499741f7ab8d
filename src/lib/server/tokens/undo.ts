import { z } from 'zod';
import { isLocked, lockHousehold, lockLists } from '../data/locks.ts';
import { rolledBack } from '../data/transaction.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { undoItems } from '../items/undo.ts';
import { says } from '../kernel/schema.ts';
import type { Unit } from '../kernel/unit.ts';
import { undoSections } from '../sections/undo.ts';
import { reopenList, undoList } from '../lists/undo.ts';
import { ownToken } from './changes.ts';
import { isOnSections, laterChanges } from './later-changes.ts';
import {
	standingChanges,
	undoing,
	type Own,
	type Standing,
	type Subject,
	type Which
} from './standing-changes.ts';

/** Taking back what a member's own token did. */

export const Skipped = z
	.object({
		itemUid: says('The item that was left; "" where it is a list.'),
		listUid: says('The list.'),
		reason: says('Why it was left as it is.')
	})
	.meta({ id: 'Skipped' });

export type Skipped = z.infer<typeof Skipped>;

type Undo = { tokenUid: string; since: string; dryRun: boolean };

/** Takes back all that a token did since a moment, but for what somebody has changed since; or says what that would be. */
export async function undoToken(unit: Unit, { tokenUid, since, dryRun }: Undo): Promise<Undone> {
	await lockHousehold(unit);
	await ownToken(unit, tokenUid);
	return undoAll(unit, tokenUid, { since }, { dryRun });
}

type How = {
	dryRun: boolean;
	/** By subject, why its Changes are not to be taken back. */
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
	{ dryRun, hindrances = async () => new Map() }: How
): Promise<Undone> {
	if (!dryRun) {
		unit.audit({ event: 'token-undone', tokenUid });
		return takeBack(unit, tokenUid, which, hindrances);
	}
	// Done and rolled back, so that what was promised is what then comes of it.
	return rolledBack(unit.db, () =>
		takeBack({ ...unit, record: () => {} }, tokenUid, which, hindrances)
	);
}

export type Undone = { undone: number; skipped: Skipped[] };

async function takeBack(
	unit: Unit,
	tokenUid: string,
	which: Which,
	hindrances: Hindrances
): Promise<Undone> {
	const standing = await lockedChanges(unit, tokenUid, which);
	// It may have ended while its lists were waited for.
	await ownToken(unit, tokenUid);
	const subjects = subjectsOf(standing.changes);
	await yieldToOthers();
	const hindered = await hindrances(subjects, standing);
	await yieldToOthers();
	const changed = await laterChanges(unit, tokenUid, subjects);
	const later = (key: string) => hindered.get(key) || changed.get(key) || '';
	const onItems = subjects.filter(([, [{ itemUid }]]) => itemUid);
	const onSections = subjects.filter(([, [change]]) => isOnSections(change));
	const onLists = subjects.filter(([key, [{ listUid }]]) => key === listUid);
	const reasons = new Map<string, string>();
	// Lists are opened first and put back last: in between, their items can be changed.
	for (const [uid, own] of onLists)
		reasons.set(uid, await reopenList(unit, uid, own, async () => later(uid)));
	for (const [key, own] of onSections) {
		const [{ listUid }] = own;
		reasons.set(key, await undoSections(undoing(unit, own), listUid, own, async () => later(key)));
	}
	const items = onItems.map(([itemUid, own]) => ({
		...{ itemUid, changes: own, later: later(itemUid) },
		record: undoing(unit, own).record
	}));
	for (const [uid, reason] of await undoItems(unit, items)) reasons.set(uid, reason);
	await yieldToOthers();
	const left = (all: typeof subjects) => all.filter(([key]) => !reasons.get(key));
	for (const [uid, own] of left(onLists)) await undoList(undoing(unit, own), uid, own);
	const skipped = subjects.flatMap(([key, [{ itemUid, listUid }]]) => {
		const reason = reasons.get(key);
		return reason ? [{ itemUid, listUid, reason }] : [];
	});
	return { undone: left(subjects).flatMap(([, own]) => own).length, skipped };
}

function subjectsOf(changes: Own[]): Subject[] {
	const subjects = new Map<string, Subject[1]>();
	for (const change of changes) {
		const own = subjects.get(keyOf(change));
		if (own) own.push(change);
		else subjects.set(keyOf(change), [change]);
	}
	return [...subjects];
}

/** The sections of a list are undone apart from the list itself: a member who may change its items may change its sections. */
const keyOf = (change: Own): string =>
	isOnSections(change) ? `sections of ${change.listUid}` : change.itemUid || change.listUid;

/** The token's Changes, read once all of their lists are locked: it may still be at work. */
async function lockedChanges(unit: Unit, tokenUid: string, which: Which): Promise<Standing> {
	const standing = await standingChanges(unit, tokenUid, which);
	const listUids = [...new Set(standing.changes.map(({ listUid }) => listUid))];
	if (listUids.every((uid) => isLocked(unit, uid))) return standing;
	await lockLists(unit, { listUids });
	return lockedChanges(unit, tokenUid, which);
}
