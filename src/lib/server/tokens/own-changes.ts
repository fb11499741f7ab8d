import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { admit } from '../kernel/admit.ts';
import { forbidden, malformed } from '../kernel/errors.ts';
import { whether } from '../kernel/schema.ts';
import { lockHousehold } from '../data/locks.ts';
import { sql } from '../data/sql.ts';
import { reachedAmong } from '../kernel/reachers.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { getTokenChanges, TokenChange } from './changes.ts';
import { ownHindrances } from './own-hindrances.ts';
import { keyOf, undoneThrough } from './standing-changes.ts';
import { undoAll, wholeOf, withoutOtherHalves, type Undone } from './undo.ts';

/** What the calling token itself did, and undoing it: an assistant's own way out of a mistake. */

export const OwnChange = TokenChange.extend({
	number: z.int(),
	isUndone: whether('Whether the change has since been undone through the token.')
});

export type OwnChange = z.infer<typeof OwnChange>;

/** The latest first. A change on two lists is listed once. An undo is not: the change that it undid says so. */
export async function getOwnChanges(
	unit: Unit,
	{ since = '' }: { since?: string | undefined }
): Promise<{ changes: OwnChange[] }> {
	const tokenUid = ownTokenUid(unit);
	const { changes } = await getTokenChanges(unit, { tokenUid });
	const { undone, undoing } = await undoneThrough(unit, tokenUid, changes.at(-1)?.number);
	const from = since && new Date(since).toISOString();
	const own = changes.filter(({ at, number }) => at >= from && !undoing.has(number));
	return {
		changes: withoutOtherHalves(own).map((change) => ({
			...change,
			isUndone: undone.has(change.number)
		}))
	};
}

type Undo = { numbers: number[]; since?: string | undefined; dryRun: boolean };

/** Undoes the changes of these numbers, or all since a moment, but for what cannot be undone any more. */
export async function undoOwnChanges(
	unit: Unit,
	{ numbers, since, dryRun }: Undo
): Promise<Undone & { changes: OwnChange[] }> {
	// A token that undoes a guess, and is told whether that changed anything, finds out a text that it may not read.
	admit({ who: 'token', ability: 'read' }, unit.caller);
	if (numbers.length > 0 === (since !== undefined))
		throw malformed('numbers', m.changes_or_since());
	await lockHousehold(unit);
	const tokenUid = ownTokenUid(unit);
	const wanted = since === undefined ? await wholeChanges(unit, tokenUid, numbers) : { since };
	const { changes } = await getOwnChanges(unit, { since });
	const hindrances = ownHindrances(unit, tokenUid);
	const undone = await undoAll(unit, tokenUid, wanted, { dryRun, hindrances });
	const isWanted = (change: OwnChange) =>
		!change.isUndone &&
		!undone.left.has(keyOf(change)) &&
		(!('numbers' in wanted) || wanted.numbers.includes(change.number));
	return {
		undone: undone.undone,
		skipped: await namedInReach(unit, undone.skipped),
		changes: changes.filter(isWanted).map((change) => ({ ...change, isUndone: !dryRun }))
	};
}

/**
 * Leaves out the uids of items and lists that are out of the token's reach now; with such an item also that of the list on which it
 * was changed. The entries themselves stay.
 */
async function namedInReach(unit: Unit, skipped: Undone['skipped']): Promise<Undone['skipped']> {
	const items = await readAmong<{ uid: string; listUid: string }>(
		unit.read,
		skipped.map(({ itemUid }) => itemUid),
		(some) => sql`
		SELECT i."uid", i."listUid" FROM "Item" i WHERE i."uid" IN (${sql.join(some)}) AND i."deletedAt" IS NULL`
	);
	const listOf = new Map(items.map(({ uid, listUid }) => [uid, listUid]));
	const lists = skipped.flatMap(({ itemUid, listUid }) => [
		listUid,
		listOf.get(itemUid) ?? listUid
	]);
	const reached = await reachedAmong(unit, lists);
	return skipped.map(({ itemUid, listUid, reason }) => ({
		itemUid: reached.has(listOf.get(itemUid) ?? '') ? itemUid : '',
		listUid: reached.has(listUid) && reached.has(listOf.get(itemUid) ?? listUid) ? listUid : '',
		reason
	}));
}

function ownTokenUid(unit: Unit): string {
	const caller = actor(unit);
	if (caller.by === 'token') return caller.token.uid;
	throw forbidden(m.only_for_tokens());
}

/** A Change without what was before, which may be long. */
const about = { number: true, at: true, kind: true, itemUid: true, listUid: true } as const;

/** The Changes of these numbers, with the other half of a move, which is recorded on both of its lists. */
async function wholeChanges(
	unit: Unit,
	tokenUid: string,
	numbers: number[]
): Promise<{ numbers: number[] }> {
	const named = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, number: { in: numbers.filter(isStorable) } },
		select: about
	});
	const known = new Set(named.map(({ number }) => number));
	const strange = numbers.find((number) => !known.has(number));
	if (strange !== undefined) throw malformed('numbers', m.no_such_change({ number: strange }));
	const beside = await unit.db.change.findMany({
		where: { viaTokenUid: tokenUid, at: { in: named.map(({ at }) => at) } },
		select: about
	});
	const whole = new Set(named.map(wholeOf));
	return {
		numbers: beside.filter((change) => whole.has(wholeOf(change))).map(({ number }) => number)
	};
}

/** Postgres refuses to look for a number that its column cannot hold. */
const isStorable = (number: number): boolean => number === (number | 0);
