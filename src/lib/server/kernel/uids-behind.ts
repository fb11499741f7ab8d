import { sql } from '../data/sql.ts';
import type { Unit } from './unit.ts';

/**
 * The uids of lists and items that were sent, answered or changed. A section counts as its list, which it never leaves. So the
 * list is known also once the section is deleted.
 */
export async function uidsBehind(
	{ read }: Pick<Unit, 'read'>,
	values: unknown[]
): Promise<string[]> {
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
export const publicPrefix = 'public ';
