import { sql } from '../data/sql.ts';
import { hashSecret } from '../kernel/secrets.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';

/** The newest Change when something was read; unset where none is kept. */
export type Newest = {
	newestNumber: bigint | number | null;
	newestAt: Date | string | null;
};

export const newestColumns = sql`newest."number" AS "newestNumber", newest."at" AS "newestAt"`;

/** Numbers are committed in their order, so what sees this one sees all before it. */
export const newestJoin = sql`LEFT JOIN (
	SELECT "number", "at" FROM "Change" ORDER BY "number" DESC LIMIT 1) newest ON TRUE`;

/**
 * A version of a list, for one member: the number of the newest Change that was read with it, and a mark of that Change. By
 * the mark a number of another household, list or member is known, and one from before a backup was restored.
 */
export function versionOf(unit: Unit, listUid: string, { newestNumber, newestAt }: Newest): string {
	const number = Number(newestNumber ?? 0);
	const marked = [actor(unit).member.uid, listUid, number, timestamp(newestAt)];
	return `${number}.${hashSecret(JSON.stringify(marked)).slice(0, 16)}`;
}

/** The number in a version; undefined where it cannot be one of ours. */
export function numberIn(version: string): number | undefined {
	const number = Number(/^(\d{1,10})\.[0-9a-f]{16}$/.exec(version)?.[1] ?? NaN);
	return number <= highestNumber ? number : undefined;
}

/** Postgres refuses to compare a number of a Change with one that its column cannot hold. */
const highestNumber = 2 ** 31 - 1;
