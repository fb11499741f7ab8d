import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { isLocked, lockHousehold, lockLists } from '../data/locks.ts';
import { rolledBack } from '../data/transaction.ts';
import { undoItem, type Room } from '../items/undo.ts';
import { may } from '../kernel/caller.ts';
import { says } from '../kernel/schema.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { undoSections } from '../sections/undo.ts';
import { reopenList, undoList } from '../lists/undo.ts';
import { ownToken } from './changes.ts';

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

/** All since a moment, or the changes of these numbers. */
type Which = { since: string } | { numbers: number[] };

type How = {
	dryRun: boolean;
	/** Why these Changes of one thing are not to be taken back; "" where they are. */
	hindrance?: (own: Own[]) => Promise<string>;
};

export async function undoAll(
	unit: Unit,
	tokenUid: string,
	which: Which,
	{ dryRun, hindrance = async () => '' }: How
): Promise<Undone> {
	if (!dryRun) {
		unit.audit({ event: 'token-undone', tokenUid });
		return takeBack(unit, tokenUid, which, hindrance);
	}
	// Done and rolled back, so that what was promised is what then comes of it.
	return rolledBack(unit.db, () =>
		takeBack({ ...unit, record: () => {} }, tokenUid, which, hindrance)
	);
}

export type Undone = { undone: number; skipped: Skipped[] };

async function takeBack(
	unit: Unit,
	tokenUid: string,
	which: Which,
	hindrance: (own: Own[]) => Promise<string>
): Promise<Undone> {
	const changes = await lockedChanges(unit, tokenUid, which);
	// It may have ended while its lists were waited for.
	await ownToken(unit, tokenUid);
	const subjects = [...Map.groupBy(changes, subjectOf)];
	const onItems = subjects.filter(([, [change]]) => change?.itemUid);
	const onSections = subjects.filter(([, [change]]) => change && isOnSections(change));
	const onLists = subjects.filter(([subject, [change]]) => subject === change?.listUid);
	const reasons = new Map<string, string>();
	const changedSince = (uid: string, own: Own[]) => async () =>
		(await hindrance(own)) || laterChange(unit, tokenUid, uid, own);
	// Lists are opened first and put back last: in between, their items can be changed.
	for (const [uid, own] of onLists)
		reasons.set(uid, await reopenList(unit, uid, own, changedSince(uid, own)));
	for (const [subject, own] of onSections) {
		const listUid = own[0]?.listUid ?? '';
		const later = changedSince(listUid, own);
		reasons.set(subject, await undoSections(undoing(unit, own), listUid, own, later));
	}
	const room: Room = new Map();
	for (const [uid, own] of onItems)
		reasons.set(
			uid,
			await undoItem(undoing(unit, own), uid, own, {
				room,
				changedSince: changedSince(uid, own)
			})
		);
	const left = (all: typeof subjects) => all.filter(([uid]) => !reasons.get(uid));
	for (const [uid, own] of left(onLists)) await undoList(undoing(unit, own), uid, own);
	const skipped = subjects.flatMap(([uid, [change]]) => {
		const reason = reasons.get(uid);
		return reason && change ? [{ itemUid: change.itemUid, listUid: change.listUid, reason }] : [];
	});
	return { undone: left(subjects).flatMap(([, own]) => own).length, skipped };
}

/** The sections of a list are undone apart from the list itself: a member who may change its items may change its sections. */
const subjectOf = (change: Own): string =>
	isOnSections(change) ? `sections of ${change.listUid}` : change.itemUid || change.listUid;

const isOnSections = ({ kind }: { kind: string }): boolean => kind === 'list.sectioned';

/** The token's Changes, read once all of their lists are locked: it may still be at work. */
async function lockedChanges(unit: Unit, tokenUid: string, which: Which): Promise<Own[]> {
	const changes = await standingChanges(unit, tokenUid, which);
	const listUids = [...new Set(changes.map(({ listUid }) => listUid))];
	if (listUids.every((uid) => isLocked(unit, uid))) return changes;
	await lockLists(unit, { listUids });
	return lockedChanges(unit, tokenUid, which);
}

/** The token's Changes, newest first, but for those that were undone through the token and those that undid them. */
async function standingChanges(unit: Unit, tokenUid: string, which: Which) {
	const { undone, undoing } = await undoneThrough(unit, tokenUid);
	const wanted =
		'since' in which ? { at: { gte: new Date(which.since) } } : { number: { in: which.numbers } };
	const changes = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, listUid: { not: '' }, ...wanted },
		orderBy: { number: 'desc' }
	});
	return changes.filter(({ number }) => !undone.has(number) && !undoing.has(number));
}

/** What a token itself undoes says which Changes it undid: neither they nor it can be undone again. */
const undoing = (unit: Unit, own: Own[]): Unit => ({
	...unit,
	record: (change) =>
		unit.record({ ...change, was: { [undoes]: own.map(({ number }) => String(number)) } })
});

const undoes = 'undoes';
const Undoing = z.object({ [undoes]: z.array(z.string()) });

/** The numbers of the Changes that were undone through the token, and of those that undid them. */
export async function undoneThrough(
	unit: Unit,
	tokenUid: string
): Promise<{ undone: Set<number>; undoing: Set<number> }> {
	const rows = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, was: { startsWith: `{"${undoes}":` } },
		select: { number: true, was: true }
	});
	const undone = rows.flatMap(({ was }) => Undoing.parse(JSON.parse(was))[undoes].map(Number));
	return { undone: new Set(undone), undoing: new Set(rows.map(({ number }) => number)) };
}

export type Own = { number: number; kind: string; itemUid: string; listUid: string; was: string };

/** Why it is too late: what somebody else did to the same thing later. Of a list that the token made, anything on it counts. */
async function laterChange(
	unit: Unit,
	tokenUid: string,
	subject: string,
	own: Own[]
): Promise<string> {
	const made = own.some(({ kind }) => kind === 'list.created');
	const kinds = own.some(isOnSections)
		? { equals: 'list.sectioned' }
		: { notIn: ['pin.changed', 'list.sectioned'] };
	const about = own[0]?.itemUid
		? { itemUid: subject }
		: { listUid: subject, ...(made ? {} : { itemUid: '', kind: kinds }) };
	const later = await unit.db.change.findFirst({
		where: {
			kind: { not: 'pin.changed' },
			...about,
			number: { gt: own.at(-1)?.number ?? 0 },
			viaTokenUid: { not: tokenUid },
			// That another token ended is no change of what this one did.
			NOT: { everyItem: true, itemUid: '' }
		},
		orderBy: { number: 'desc' }
	});
	if (!later) return '';
	if (!may(actor(unit), 'read')) return m.undo_changed_by_someone();
	const member = await unit.db.member.findUnique({
		where: { uid: later.byUid },
		select: { name: true }
	});
	return member ? m.undo_changed_by({ name: member.name }) : m.undo_changed_by_someone();
}
