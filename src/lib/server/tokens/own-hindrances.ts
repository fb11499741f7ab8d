import * as m from '../../paraglide/messages.js';
import { readAmong } from '../data/read-among.ts';
import { sql, type Sql } from '../data/sql.ts';
import { may } from '../kernel/caller.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Own, Standing, Subject } from './standing-changes.ts';
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
			if (!mayDelete && own.some(putsThere)) reasons.set(key, m.undo_needs_delete());
			else if (number !== undefined) reasons.set(key, m.undo_changed_again({ number }));
		}
		return reasons;
	};

const putsThere = ({ kind }: Own): boolean => /\.(added|created|restored)$/.test(kind);

/** By subject, the first Change of the same thing through the token that is later than these and stands. */
async function changedAgain(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[],
	{ isStanding }: Standing
): Promise<Map<string, number>> {
	const onItems = subjects.filter(([, [{ itemUid }]]) => itemUid);
	const onLists = subjects.filter(([, [{ itemUid }]]) => !itemUid);
	const later = [
		...(await laterThrough(unit, tokenUid, onItems, sql`c."itemUid"`)),
		...(await laterThrough(unit, tokenUid, onLists, sql`c."listUid"`))
	].filter(({ number }) => isStanding(number));
	const numbers = Map.groupBy(later, ({ uid }) => uid);
	return new Map(
		subjects.flatMap(([key, [{ itemUid, listUid, number: newest }]]) => {
			const next = numbers.get(itemUid || listUid)?.find(({ number }) => number > newest);
			return next ? [[key, next.number] as const] : [];
		})
	);
}

type Later = { uid: string; number: number };

/** What the token did to these items, or to these lists themselves, since the first of them was changed last; in its order. */
function laterThrough(
	unit: Unit,
	tokenUid: string,
	subjects: Subject[],
	uid: Sql
): Promise<Later[]> {
	const from = subjects.reduce((least, [, [{ number }]]) => Math.min(least, number), Infinity);
	return readAmong<Later>(
		unit.read,
		subjects.map(([, [{ itemUid, listUid }]]) => itemUid || listUid),
		(some) => sql`
		SELECT ${uid} AS "uid", c."number" FROM "Change" c
		WHERE c."viaTokenUid" = ${tokenUid} AND c."number" > ${from} AND COALESCE(NULLIF(c."itemUid", ''), c."listUid") = ${uid}
			AND ${uid} IN (${sql.join(some)}) ORDER BY c."number"`
	);
}
