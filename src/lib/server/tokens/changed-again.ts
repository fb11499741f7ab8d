import { readAmong } from '../data/read-among.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';
import { isOf, partOf, type Part, type Standing, type Subject } from './standing-changes.ts';

/** For each subject the first Change of the same thing through the token that is later than these and stands. */
export async function changedAgain(
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
