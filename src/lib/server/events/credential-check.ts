import { readAmong } from '../data/read-among.ts';
import type { Reader } from '../data/reader.ts';
import { sql, type Sql } from '../data/sql.ts';
import { credentialOf, type MemberCaller } from '../kernel/caller.ts';
import { timestamp } from '../kernel/text.ts';

type Row = { uid: string; expiresAt?: Date | string | null };

/** The columns and the table of each kind of credential. A caller by a pair carries the expiry of their access token. */
const kept: Record<MemberCaller['by'], Sql> = {
	session: sql`"uid", "expiresAt" FROM "Session"`,
	pair: sql`"uid" FROM "Pair"`,
	token: sql`"uid", "expiresAt" FROM "AccessToken"`
};

/** Reads which of the credentials that streams were opened with are still valid, for all of them at once. */
export async function liveCredentials(
	read: Reader,
	callers: MemberCaller[],
	now: Date
): Promise<(caller: MemberCaller) => boolean> {
	const live = new Set<string>();
	for (const [by, ofKind] of Map.groupBy(callers, (caller) => caller.by)) {
		const rows = await readAmong<Row>(
			read,
			ofKind.map(credentialOf),
			(uids) => sql`SELECT ${kept[by]} WHERE "uid" IN (${sql.join(uids)})`
		);
		for (const { uid, expiresAt } of rows)
			if (!expiresAt || new Date(timestamp(expiresAt)) > now) live.add(uid);
	}
	return (caller) =>
		(caller.by !== 'pair' || caller.expiresAt > now) && live.has(credentialOf(caller));
}
