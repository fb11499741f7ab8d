import * as m from '../../paraglide/messages.js';
import { clockSkewMs, later, minutes } from '../runtime/clock.ts';
import { lockName } from '../data/locks.ts';
import type { Asker } from './fair-queue.ts';
import { networkOf } from './network.ts';
import { hashSecret, newUid } from './secrets.ts';
import { Refusal } from './errors.ts';
import type { Unit } from './unit.ts';
import type { Around } from './prepare-context.ts';

export type Limit = { most: number; windowMs: number };

/** Nothing is counted for longer than this. */
export const longestWindowMs = minutes(60);

/** Who waits for their turn where work has to queue: a member, or a visitor's network. */
export function askerOf({ caller }: Pick<Unit, 'caller'>): Asker {
	const isVisitor = caller.by === 'visitor';
	return {
		key: isVisitor ? networkOf(caller.from.address) : caller.member.uid,
		isVisitor,
		isGone: () => caller.from.isGone?.() ?? false
	};
}

/** The bucket in which the caller's network is counted, for one purpose. */
export const bucketOf = ({ caller }: Pick<Unit, 'caller'>, purpose: string): string =>
	hashSecret(`${networkOf(caller.from.address)}\n${purpose}`);

/** Counts one more in `bucket`. Throws where the limit is reached, also where many call at once. */
export async function countOne(around: Around, bucket: string, limit: Limit): Promise<void> {
	await lockName(around, bucket);
	await refuseIfReached(around, bucket, limit);
	await count(around, [bucket]);
}

/** Counts one more in each bucket, whatever the limits are. Returns the rows, so that they can be taken back. */
export async function count({ db, now }: Around, buckets: string[]): Promise<string[]> {
	const forgotten = [{ at: { lte: later(now, -longestWindowMs) } }, { at: futureOf(now) }];
	await db.attempt.deleteMany({ where: { bucket: { in: buckets }, OR: forgotten } });
	const rows = buckets.map((bucket) => ({ uid: newUid('try'), bucket, at: now }));
	await db.attempt.createMany({ data: rows });
	return rows.map(({ uid }) => uid);
}

/** Throws where `bucket` holds as many as the limit allows; counts nothing. */
export async function refuseIfReached(
	{ db, now }: Pick<Around, 'db' | 'now'>,
	bucket: string,
	{ most, windowMs }: Limit
): Promise<void> {
	const [oldest] = await db.attempt.findMany({
		where: { bucket, at: { gt: later(now, -windowMs), lte: later(now, clockSkewMs) } },
		orderBy: { at: 'desc' },
		skip: most - 1,
		take: 1
	});
	if (oldest) throw tooMany(oldest.at.getTime() + windowMs - now.getTime());
}

const futureOf = (now: Date) => ({ gt: later(now, clockSkewMs) });

function tooMany(waitMs: number): Refusal {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	const sentence = m.too_many_attempts({ count: Math.ceil(seconds / 60) });
	return new Refusal('too-many', sentence, { retryAfter: seconds });
}
