import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
import { kindsWhere } from '../kernel/change-event.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { isOf, partOf, type Part, type Standing, type Subject } from './standing-changes.ts';
import type { Hindrances } from './undo.ts';

/** Why the token itself may not undo what it did to something, or not yet. */
export const ownHindrances =
	(unit: Unit, tokenUid: string): Hindrances =>
	async (subjects, standing) => {
		const mayDelete = may(actor(unit), 'delete');
		const again = await changedAgain(unit, tokenUid, subjects, standing);
		const reasons = new Map<string, string>();
		for (const [key, own] of subjects) {
			const number = again.get(key);
			if (!mayDelete && own.some(({ kind }) => addingKinds.includes(kind)))
				reasons.set(key, m.undo_needs_delete());
			else if (number !== undefined) reasons.set(key, m.undo_changed_again({ number }));
		}
		return reasons;
	};

/** The kinds after which there is something that was not there before: undoing one of them deletes it. */
const addingKinds = kindsWhere(({ effect }) => effect === 'made' || effect === 'restored');

/** For each subject the first Change of the same thing through the token that is later than these and stands. */
async function changedAgain(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[],
	{ isStanding }: Standing
): Promise<Map<string, number>> {
	const again = new Map<string, number>();
	for (const [part, ofPart] of Map.groupBy(subjects, ([, [change]]) => partOf(change))) {
		const later = await laterThrough(unit, tokenUid, ofPart, part);
		const standing = later.filter(({ number }) => isStanding(number));
		const numbers = Map.groupBy(standing, ({ uid }) => uid);
		for (const [key, [{ itemUid, listUid, number: newest }]] of ofPart) {
			const next = numbers.get(itemUid || listUid)?.find(({ number }) => number > newest);
			if (next) again.set(key, next.number);
		}
	}
	return again;
}

type Later = { uid: string; number: number };

/** The token's Changes of this part of these subjects, in order, from the lowest of their newest Changes on. */
function laterThrough(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[],
	part: Part
): Promise<Later[]> {
	const from = subjects.reduce((least, [, [{ number }]]) => Math.min(least, number), Infinity);
	const uid = part === 'item' ? sql`c."itemUid"` : sql`c."listUid"`;
	return readAmong<Later>(
		unit.read,
		subjects.map(([, [{ itemUid, listUid }]]) => itemUid || listUid),
		(some) => sql`
		SELECT ${uid} AS "uid", c."number" FROM "Change" c
		WHERE c."viaTokenUid" = ${tokenUid} AND c."number" > ${from} AND ${isOf(part)}
			AND ${uid} IN (${sql.join(some)}) ORDER BY c."number"`
	);
}
