import { later, minutes } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { hashSecret, newUid } from '../../platform/secrets.ts';
import { Refusal } from '../errors.ts';
import type { Before } from '../unit.ts';

const most = 10;
const within = minutes(10);

/**
 * Counts a try at `account` from the caller's address, before it is known to be wrong, so that many at once cannot
 * slip through; `forget` takes it back when it was right. The eleventh in ten minutes throws, however right it is.
 * From another address the count is another one: a stranger's guesses lock nobody out.
 */
export async function countTry(
	before: Before,
	account: string
): Promise<{ forget(): Promise<void> }> {
	const bucket = hashSecret(`${before.caller.from.address}\n${account}`);
	const uid = newUid('try');
	const oldest = await before.commit(async (db) => {
		await oneAtATime(before, db, bucket);
		await db.wrongPassword.deleteMany({
			where: { bucket, at: { lte: later(before.now, -within) } }
		});
		await db.wrongPassword.create({ data: { uid, bucket, at: before.now } });
		const tries = await db.wrongPassword.findMany({
			where: { bucket },
			orderBy: [{ at: 'asc' }, { uid: 'asc' }],
			take: most + 1
		});
		if (tries.length <= most) return undefined;
		await db.wrongPassword.delete({ where: { uid } });
		return tries[0]?.at;
	});
	if (oldest) throw slowDown(Math.ceil((oldest.getTime() + within - before.now.getTime()) / 1000));
	return {
		forget: () =>
			before.commit(async (db) => void (await db.wrongPassword.deleteMany({ where: { uid } })))
	};
}

/** SQLite's writer is alone anyway; on Postgres tries that come together would not see each other. */
async function oneAtATime({ provider }: Before, db: Connection, bucket: string): Promise<void> {
	if (provider === 'postgresql')
		await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`;
}

function slowDown(seconds: number): Refusal {
	const wait = Math.ceil(seconds / 60);
	return new Refusal(
		'too-many',
		`Too many wrong passwords from here. Try again in ${wait} ${wait === 1 ? 'minute' : 'minutes'}, or from another network.`,
		{ retryAfter: Math.max(1, seconds) }
	);
}
