import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { memberCaller } from './admit.ts';
import type { Caller } from './caller.ts';
import { inReach, sharedWith } from './reach.ts';

/** Which of these lists the caller reaches. */
export async function reachedAmong(
	unit: { caller: Caller; read: Reader },
	listUids: string[]
): Promise<Set<string>> {
	const wanted = [...new Set(listUids)];
	if (wanted.length === 0) return new Set();
	const rows = await unit.read.query<{ uid: string }>(sql`
		SELECT l."uid" FROM "List" l WHERE l."uid" IN (${sql.join(wanted)}) AND ${inReach(memberCaller(unit.caller))}`);
	return new Set(rows.map(({ uid }) => uid));
}

/** The members, other than its owner, who reach a list by how it is shared. */
export async function membersReaching(read: Reader, listUid: string): Promise<string[]> {
	const rows = await read.query<{ uid: string }>(sql`
		SELECT m."uid" FROM "Member" m JOIN "List" l ON l."uid" = ${listUid}
		WHERE m."removedAt" IS NULL AND m."uid" <> l."ownerUid" AND ${sharedWith(sql`m."uid"`)}`);
	return rows.map(({ uid }) => uid);
}

/** For each list the members who reach it, its owner among them; of a list in the trash those who reached it until then. */
export async function reachersOf(
	read: Reader,
	listUids: string[]
): Promise<Map<string, { members: Set<string>; isDeleted: boolean }>> {
	if (listUids.length === 0) return new Map();
	const rows = await read.query<Row>(sql`
		SELECT l."uid", m."uid" AS "memberUid", l."deletedAt" FROM "List" l JOIN "Member" m ON m."removedAt" IS NULL
		WHERE l."uid" IN (${sql.join(listUids)}) AND (l."ownerUid" = m."uid" OR ${sharedWith(sql`m."uid"`)})`);
	const byList = Map.groupBy(rows, (row) => row.uid);
	return new Map(
		[...byList].map(([uid, all]) => [
			uid,
			{ members: new Set(all.map(({ memberUid }) => memberUid)), isDeleted: !!all[0]?.deletedAt }
		])
	);
}

type Row = { uid: string; memberUid: string; deletedAt: Date | string | null };
