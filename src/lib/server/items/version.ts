import { hashSecret } from '../kernel/secrets.ts';
import { timestamp } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { Newest } from './newest.ts';

/**
 * A version of a list, for one member: the number of the newest Change that was read with it, and a mark of that Change.
 * The mark shows whether a number is of another household, list or member, or from before a backup was restored.
 */
export function versionOf(unit: Unit, listUid: string, { newestNumber, newestAt }: Newest): string {
	const number = Number(newestNumber ?? 0);
	const marked = [actor(unit).member.uid, listUid, number, timestamp(newestAt)];
	return `${number}.${hashSecret(JSON.stringify(marked)).slice(0, 16)}`;
}

/** The number in a version; undefined where it cannot be one of ours. */
export function numberInVersion(version: string): number | undefined {
	const number = Number(/^(\d{1,10})\.[0-9a-f]{16}$/.exec(version)?.[1] ?? NaN);
	return number <= highestNumber ? number : undefined;
}

/** Postgres refuses to compare a number of a Change with one that its column cannot hold. */
const highestNumber = 2 ** 31 - 1;
