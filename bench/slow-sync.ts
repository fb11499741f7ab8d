// Postgres on a disk whose sync takes 10 ms: ticks on lists of their own.
import pg from 'pg';
import { freshDatabase } from '../tests/support/postgres.ts';
import { openMeasured, type Measured } from './household.ts';
import { answersASecond, ticks } from './load.ts';

const syncMs = 10;

/** Lines of a table: the work, what is wanted, and what was measured. */
export async function onASlowDisk(seconds: number): Promise<string[]> {
	const databaseUrl = await freshDatabase();
	await syncSlowly(databaseUrl);
	const household = await openMeasured(1, { databaseUrl });
	try {
		const itemUids = await oneOfEachList(household);
		const [one, ten, many] = [
			await ticksASecond(household, itemUids.slice(0, 1), seconds),
			await ticksASecond(household, itemUids.slice(0, 10), seconds),
			await ticksASecond(household, itemUids.slice(0, 64), seconds)
		];
		return [
			`| ticks on lists of their own over 10 connections | | ${(ten / one).toFixed(1)} times those over one: ${ten.toFixed(0)} and ${one.toFixed(0)} a second |`,
			`| the same over 64 connections | more than one a sync, ${1000 / syncMs} a second | ${many.toFixed(0)} a second |`
		];
	} finally {
		await household.stop();
	}
}

/** Makes Postgres wait before each sync for as long as a slow disk takes. `commit_delay` is meant to wait for commits that share the sync. */
async function syncSlowly(databaseUrl: string): Promise<void> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	const name = client.escapeIdentifier(client.database ?? '');
	await client.query(`ALTER DATABASE ${name} SET commit_siblings = 0`);
	await client.query(`ALTER DATABASE ${name} SET commit_delay = ${syncMs * 1000}`);
	await client.end();
}

async function oneOfEachList({ nodes: [{ databaseUrl }] }: Measured): Promise<string[]> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	const { rows } = await client.query<{ uid: string }>(
		`SELECT MIN("uid") AS "uid" FROM "Item" GROUP BY "listUid"`
	);
	await client.end();
	return rows.map(({ uid }) => uid);
}

/** Ticks a second, with one connection for each item. */
async function ticksASecond(
	household: Measured,
	itemUids: string[],
	seconds: number
): Promise<number> {
	const each = await Promise.all(
		itemUids.map((uid) =>
			answersASecond(household, ticks({ ...household, itemUids: [uid] }), seconds, {
				connections: 1
			})
		)
	);
	return each.reduce((sum, one) => sum + one, 0);
}
