import type { Connection } from './client.ts';
import type { Dialect } from './dialect.ts';
import { sql, type Sql } from './sql.ts';

/**
 * Row locks, taken in one order by everybody: the household, then its lists by uid, then items, then members and what is
 * theirs. The dialect has the statements. See docs/decisions/026-take-locks-in-one-order.md.
 */

/** A transaction, and the uids of what it has locked so far. */
type Holding = { db: Connection; dialect: Dialect; held: Set<string> };

type Open = Omit<Holding, 'held'>;

/** Stands among the uids of `held` for the household's own row. */
const household = 'the household';

/** Lets nobody else change who is here, who sees what, and what is public, until this transaction ends. Comes before any list. */
export async function lockHousehold({ db, dialect, held }: Holding): Promise<void> {
	if (held.has(household)) return;
	if (held.size > 0) throw new Error('the household is locked before its lists');
	await dialect.locks?.household(db);
	held.add(household);
}

/** Lets nobody delete the household until this transaction ends. Others may hold it at the same time, and change it. */
export async function holdHousehold({ db, dialect }: Open): Promise<void> {
	await dialect.locks?.existence(db);
}

/** Whether nobody else can change the list until the transaction ends. */
export const isLocked = ({ dialect, held }: Holding, listUid: string): boolean =>
	!dialect.locks || held.has(listUid);

/**
 * Lets nobody else change these lists, and the lists of these items, until this transaction ends. What is read from here on stays true.
 */
export async function lockLists(
	unit: Holding,
	{ listUids = [], itemUids = [] }: { listUids?: string[]; itemUids?: string[] }
): Promise<void> {
	const wanted = listUids.filter((uid) => uid && !unit.held.has(uid));
	if (wanted.length === 0 && itemUids.length === 0) return;
	await lockWhere(unit, isOneOf(wanted, itemUids));
	// A list that does not exist, or no longer exists, needs no lock.
	for (const uid of wanted) unit.held.add(uid);
}

/** Each list is looked for by its uid. With `OR` between the two sets Postgres would read every list there is. */
function isOneOf(listUids: string[], itemUids: string[]): Sql {
	if (itemUids.length === 0) return sql`"uid" = ANY (${listUids})`;
	const [itemUid] = itemUids;
	if (itemUids.length === 1 && listUids.length === 0)
		return sql`"uid" = (SELECT "listUid" FROM "Item" WHERE "uid" = ${itemUid})`;
	return sql`"uid" = ANY (${listUids}::text[] || ARRAY(SELECT "listUid" FROM "Item" WHERE "uid" = ANY (${itemUids})))`;
}

/** Locks the lists that this member owns, and those that name a token of theirs: ending a token changes these. */
export async function lockListsOfMember(unit: Holding, memberUid: string): Promise<void> {
	const tokens = sql`(SELECT "uid" FROM "AccessToken" WHERE "memberUid" = ${memberUid})`;
	await lockWhere(unit, sql`("ownerUid" = ${memberUid} OR ${namesOneOf(tokens)})`);
}

/** Locks the lists that are shared with this group, before a change of who is in it. The household is locked first. */
export async function lockListsOfGroup(unit: Holding, groupUid: string): Promise<void> {
	await lockWhere(
		unit,
		sql`"uid" IN (SELECT "listUid" FROM "ListGroup" WHERE "groupUid" = ${groupUid})`
	);
}

/** Locks the lists that name this token. */
export async function lockListsOfToken(unit: Holding, tokenUid: string): Promise<void> {
	await lockWhere(unit, namesOneOf(sql`(${tokenUid})`));
}

export async function lockEveryList(unit: Holding): Promise<void> {
	await lockWhere(unit, sql`TRUE`);
}

const namesOneOf = (tokens: Sql): Sql =>
	sql`("deletedViaTokenUid" IN ${tokens} OR "uid" IN (
		SELECT "listUid" FROM "Item" WHERE "addedViaTokenUid" IN ${tokens} OR "deletedViaTokenUid" IN ${tokens}))`;

/** Waits only while no list is held. Otherwise begins anew where it would wait, because two could deadlock. */
async function lockWhere({ db, dialect, held }: Holding, where: Sql): Promise<void> {
	const isFirst = ![...held].some((uid) => uid !== household);
	await dialect.locks?.lists(db, where, held, isFirst);
}

/**
 * Until this transaction ends nobody else changes the member, signs them in or decides a request of theirs. Taken after the lists
 * and before the member's sessions, tokens and requests are touched, so that there is no deadlock.
 */
export async function lockMember({ db, dialect }: Open, uid: string): Promise<void> {
	await dialect.locks?.member(db, uid);
}

/** Lets nobody end the sign-in pair until this transaction ends. Taken before its tokens, in the order in which a pair is deleted. */
export async function holdPair({ db, dialect }: Open, uid: string): Promise<void> {
	await dialect.locks?.pair(db, uid);
}

/** Waits for what is being added through these tokens. Nothing more can be added until this transaction ends. */
export async function lockTokens(
	{ db, dialect }: Open,
	where: { uid?: string; memberUid?: string }
): Promise<void> {
	const which = Object.entries(where).map(
		([column, uid]) => sql`${sql.identifier(column)} = ${uid}`
	);
	await dialect.locks?.tokens(db, sql.join(which, ' AND '));
}

/** Lets no other transaction lock this name until this one ends. Two at once would not see each other's new rows. */
export async function lockName({ db, dialect }: Open, name: string): Promise<void> {
	await dialect.locks?.name(db, name);
}
