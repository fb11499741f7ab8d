import { sql } from '../data/sql.ts';
import { memberCaller } from './access.ts';
import { missing } from './errors.ts';
import { inReach, inScope } from './reach.ts';
import type { Unit } from './unit.ts';

/** A stored answer is replayed only to a caller who reaches what it is about now. */

type Asking = Pick<Unit, 'caller' | 'read'>;

/**
 * The uids of lists and items that were sent, answered or changed. A section counts as its list, which it never leaves. So the
 * list is known also once the section is deleted.
 */
export async function uidsBehind({ read }: Asking, values: unknown[]): Promise<string[]> {
	const uids = [...new Set(uidsIn(values))];
	const sectionUids = uids.filter((uid) => uid.startsWith('sec_'));
	if (sectionUids.length === 0) return uids;
	const rows = await read.query<{ listUid: string }>(sql`
		SELECT DISTINCT "listUid" FROM "Section" WHERE "uid" IN (${sql.join(sectionUids)})`);
	const others = uids.filter((uid) => !uid.startsWith('sec_'));
	return [...new Set([...others, ...rows.map(({ listUid }) => listUid)])];
}

/** The uids in fields that are named for them, at any depth. What people typed does not count. */
function uidsIn(value: unknown, field = ''): string[] {
	if (typeof value === 'string')
		return /uids?$/i.test(field) && /^(lst|itm|sec)_/.test(value) ? [value] : [];
	if (Array.isArray(value)) return value.flatMap((one) => uidsIn(one, field));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		name === 'publicList' ? uidsIn(inner).map((uid) => publicPrefix + uid) : uidsIn(inner, name)
	);
}

/** Stands before the uid of a list that the settings name as the public one. */
const publicPrefix = 'public ';

/**
 * Throws where one of these lists, or the list that one of the items is on now, is out of reach. A list that no longer exists
 * does not count, nor does one of the caller's own in the trash.
 */
export async function refuseUnlessReached(asking: Asking, uids: string[]): Promise<void> {
	const { caller, read } = asking;
	const listUids = await listsOf(asking, await withoutPublished(asking, uids));
	if (caller.by === 'visitor' || listUids.length === 0) return;
	const [outOfReach] = await read.query(sql`
		SELECT l."uid" FROM "List" l WHERE l."uid" IN (${sql.join(listUids)}) AND NOT (${inReach(caller)})
			AND NOT (l."deletedAt" IS NOT NULL AND l."ownerUid" = ${caller.member.uid} AND ${inScope(caller)}) LIMIT 1`);
	if (outOfReach) throw missing('list');
}

/** Leaves out the public list: the settings name it, whether or not the admin who reads them reaches it otherwise. */
async function withoutPublished({ read }: Asking, uids: string[]): Promise<string[]> {
	if (!uids.some((uid) => uid.startsWith(publicPrefix))) return uids;
	const [published] = await read.query<{ uid: string }>(sql`
		SELECT l."uid" FROM "Instance" i JOIN "List" l ON l."uid" = i."publicListUid"
		WHERE i."id" = 1 AND l."deletedAt" IS NULL`);
	return uids
		.filter((uid) => uid !== `${publicPrefix}${published?.uid}`)
		.map((uid) => uid.replace(publicPrefix, ''));
}

/** The lists among these uids, and those that the items among them are on now. */
async function listsOf({ read }: Asking, uids: string[]): Promise<string[]> {
	const itemUids = uids.filter((uid) => uid.startsWith('itm_'));
	const rows = await read.query<{ listUid: string }>(sql`
		SELECT DISTINCT "listUid" FROM "Item" WHERE "uid" IN (${sql.join(['', ...itemUids])})`);
	const named = uids.filter((uid) => uid.startsWith('lst_'));
	return [...new Set([...named, ...rows.map(({ listUid }) => listUid)])];
}

/** The stored answer. Where it names lists without their uids, it leaves out those that the caller no longer reaches. */
export async function withReachedNames(asking: Asking, answer: string): Promise<object> {
	const names: string[] = [];
	JSON.parse(answer, (field, value: unknown) => {
		if (isListNames(field, value)) names.push(...value);
		return value;
	});
	const reached = await reachedNames(asking, names);
	return JSON.parse(answer, (field, value: unknown) =>
		isListNames(field, value) ? value.filter((name) => reached.has(name)) : value
	);
}

const isListNames = (field: string, value: unknown): value is string[] =>
	field === 'listNames' && Array.isArray(value);

async function reachedNames({ caller, read }: Asking, names: string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await read.query<{ name: string }>(sql`
		SELECT l."name" FROM "List" l WHERE l."name" IN (${sql.join(names)}) AND ${inReach(memberCaller(caller))}`);
	return new Set(rows.map(({ name }) => name));
}
