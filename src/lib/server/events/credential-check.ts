import type { Connection } from '../data/client.ts';
import { credentialOf, type Caller, type MemberCaller } from '../kernel/caller.ts';

/** Whether the credentials that streams were opened with are still good; asked for all at once. */
export async function liveCredentials(
	db: Connection,
	callers: MemberCaller[],
	now: Date
): Promise<(caller: Caller) => boolean> {
	const uids = <Kind extends MemberCaller['by']>(
		kind: Kind,
		uid: (caller: Extract<MemberCaller, { by: Kind }>) => string
	) => [...new Set(callers.flatMap((caller) => (isBy(caller, kind) ? [uid(caller)] : [])))];
	const sessions = uids('session', (caller) => caller.sessionUid);
	const pairs = uids('pair', (caller) => caller.pairUid);
	const tokens = uids('token', (caller) => caller.token.uid);
	const live = new Set([
		...(await inBatches(sessions, (uid) =>
			db.session.findMany({ where: { uid, expiresAt: { gt: now } }, select: { uid: true } })
		)),
		...(await inBatches(pairs, (uid) =>
			db.pair.findMany({ where: { uid }, select: { uid: true } })
		)),
		...(await inBatches(tokens, (uid) =>
			db.accessToken.findMany({
				where: { uid, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
				select: { uid: true }
			})
		))
	]);
	const inTime = (caller: MemberCaller) => caller.by !== 'pair' || caller.expiresAt > now;
	return (caller) => caller.by !== 'visitor' && inTime(caller) && live.has(credentialOf(caller));
}

export async function inBatches(
	uids: string[],
	query: (uid: { in: string[] }) => Promise<{ uid: string }[]>
): Promise<string[]> {
	const rows: { uid: string }[] = [];
	for (let from = 0; from < uids.length; from += atOnce)
		rows.push(...(await query({ in: uids.slice(from, from + atOnce) })));
	return rows.map(({ uid }) => uid);
}

/** A query of SQLite's takes some thousand parameters at most. */
const atOnce = 500;

function isBy<Kind extends MemberCaller['by']>(
	caller: MemberCaller,
	kind: Kind
): caller is Extract<MemberCaller, { by: Kind }> {
	return caller.by === kind;
}
