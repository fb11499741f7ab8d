import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';
import { inReachOf } from '../kernel/reach.ts';

type Present = { uid: string; name: string };

/** For each list the members who have it open and reach it, in order of their names. */
export async function presentOn(read: Reader, listUids: string[]): Promise<Map<string, Present[]>> {
	if (listUids.length === 0) return new Map();
	const rows = await read.query<Present & { listUid: string }>(sql`
		SELECT DISTINCT s."listUid", m."uid", m."name" FROM "Stream" s JOIN "Member" m ON m."uid" = s."memberUid" AND m."removedAt" IS NULL
		JOIN "List" l ON l."uid" = s."listUid" AND ${inReachOf(sql`m."uid"`)}
		WHERE s."listUid" IN (${sql.join(listUids)}) ORDER BY m."name", m."uid"`);
	const byList = Map.groupBy(rows, ({ listUid }) => listUid);
	return new Map(
		[...byList].map(([listUid, all]) => [listUid, all.map(({ uid, name }) => ({ uid, name }))])
	);
}
