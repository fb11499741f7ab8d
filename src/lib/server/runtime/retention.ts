import { days, later, minutes } from './clock.ts';
import type { Connection } from '../data/client.ts';
import { newestChangeAt } from '../events/newest-change.ts';
import { noteIfDamaged } from '../kernel/damage.ts';
import type { Household } from '../kernel/household.ts';
import { inTransaction } from '../data/transaction.ts';
import { purgedAfterMs } from '../kernel/trash-period.ts';
import { storedForMs } from '../kernel/idempotency.ts';
import { requestsKeptMs } from '../kernel/visitor-requests.ts';
import { longestWindowMs } from '../kernel/throttle.ts';

/**
 * Removes what has expired in batches, each in a transaction of its own, so that nobody waits long behind it. Nothing relies on it
 * having run.
 */
export async function purgeExpired(
	{ database, clock }: Household,
	now = clock(),
	believed = now
): Promise<void> {
	for (const remove of removals(believed, now)) while (await inTransaction(database, remove));
}

/**
 * Purges five minutes after the start, for machines that never run an hour, and then every hour. Each purge believes the clock by
 * at most a day more than the purge before, and the first by a day more than the newest Change of before the start. So there is time
 * to set a clock that is far ahead, and a machine that was off for a month catches up within two days. Returns a
 * function that stops the purges.
 */
export async function schedulePurges(
	household: Household,
	{ firstMs = minutes(5), everyMs = minutes(60) } = {}
): Promise<() => void> {
	// Read before anybody is served: what is changed after the start is as wrong as the clock.
	const atStart = await newestChangeAt(household.database.readOnce).catch(() => undefined);
	let believed: Date | undefined;
	let latest: Date | undefined;
	const purge = async () => {
		const now = household.clock();
		const last = believed ?? atStart ?? (await newestChangeAt(household.database.readOnce)) ?? now;
		believed = new Date(Math.min(now.getTime(), last.getTime() + days(1)));
		// A newest Change in the future: the clock is behind now, or it was ahead then and its Changes have to go at last.
		const fallen = latest ? later(latest, -days(1)) : (atStart ?? now);
		latest = fallen > now ? fallen : now;
		await purgeExpired(household, latest, believed);
	};
	const once = () =>
		void purge().catch((error: unknown) => {
			noteIfDamaged(household, error);
			household.log.warn('retention failed', { reason: String(error) });
		});
	const first = setTimeout(once, firstMs).unref();
	const others = setInterval(once, everyMs).unref();
	return () => {
		clearTimeout(first);
		clearInterval(others);
	};
}

/** Rows removed in one transaction. */
const rowsPerBatch = 500;

/** Lists removed together. */
const listsPerBatch = 20;

/** How long Changes can be replayed to a stream. */
const changesKeptMs = days(30);

/** How long entries of Activity are kept: as long as the requests that they tell of. Visitors can make both. */
const activityKeptMs = requestsKeptMs;

/** What a purge does, one after another. Each is done again for as long as it resolves to true. */
function removals(believed: Date, now: Date): ((db: Connection) => Promise<boolean>)[] {
	const before = (age: number) => ({ lt: later(believed, -age) });
	const limit = rowsPerBatch;
	const inBatches = (gone: Promise<{ count: number }>) => gone.then(({ count }) => count === limit);
	return [
		(db) => removeItems(db, { deletedAt: before(purgedAfterMs) }),
		(db) => removeLists(db, { deletedAt: before(purgedAfterMs) }),
		(db) => removeOldChanges(db, later(believed, -changesKeptMs), later(now, days(1))),
		(db) => inBatches(db.session.deleteMany({ where: { expiresAt: before(0) }, limit })),
		(db) => inBatches(db.pairAccessToken.deleteMany({ where: { expiresAt: before(0) }, limit })),
		(db) => inBatches(db.refreshToken.deleteMany({ where: { expiresAt: before(0) }, limit })),
		(db) => inBatches(db.pair.deleteMany({ where: { refreshTokens: { none: {} } }, limit })),
		(db) => inBatches(db.attempt.deleteMany({ where: { at: before(longestWindowMs) }, limit })),
		(db) =>
			inBatches(db.idempotencyKey.deleteMany({ where: { createdAt: before(storedForMs) }, limit })),
		(db) =>
			inBatches(db.joinRequest.deleteMany({ where: { createdAt: before(requestsKeptMs) }, limit })),
		(db) =>
			inBatches(
				db.resetRequest.deleteMany({ where: { createdAt: before(requestsKeptMs) }, limit })
			),
		(db) =>
			inBatches(db.activity.deleteMany({ where: { createdAt: before(activityKeptMs) }, limit }))
	];
}

type Deleted = { deletedAt: { lt: Date } };

async function removeItems(
	db: Connection,
	where: Deleted | { listUid: { in: string[] } }
): Promise<boolean> {
	const items = await db.item.findMany({
		where,
		// The client would sort them by number, and SQLite reads every item of the household in that order.
		orderBy: { deletedAt: 'asc' },
		take: rowsPerBatch,
		select: { uid: true }
	});
	const uid = { in: items.map((item) => item.uid) };
	return (await db.item.deleteMany({ where: { uid } })).count === rowsPerBatch;
}

/** Removes the lists that were deleted first, or the next batch of their items. */
async function removeLists(db: Connection, where: Deleted): Promise<boolean> {
	const lists = await db.list.findMany({
		where,
		orderBy: { deletedAt: 'asc' },
		take: listsPerBatch,
		select: { uid: true }
	});
	if (lists.length === 0) return false;
	const uids = { in: lists.map(({ uid }) => uid) };
	const haveMore = await removeItems(db, { listUid: uids });
	if (!haveMore) await db.list.deleteMany({ where: { uid: uids } });
	return true;
}

/**
 * Deletes the lowest numbers, with no gap among them: a reader who finds one Change kept has missed none of the later ones. Stops
 * at the first Change of the last thirty days. Changes behind it may have an older time, because the clock was wrong when they were
 * written.
 */
async function removeOldChanges(db: Connection, from: Date, to: Date): Promise<boolean> {
	const lowest = await db.change.findMany({
		orderBy: { number: 'asc' },
		take: rowsPerBatch,
		select: { number: true, at: true }
	});
	const kept = lowest.find(({ at }) => at >= from && at <= to)?.number ?? Infinity;
	const number = { in: lowest.flatMap((change) => (change.number < kept ? change.number : [])) };
	return (await db.change.deleteMany({ where: { number } })).count === rowsPerBatch;
}
