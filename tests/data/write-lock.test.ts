// Another program holds the lock of the SQLite file. A write is refused in time, even when another one waits for the lock first.
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NoTurn } from '../../src/lib/server/data/faults.ts';
import { openTransaction } from '../../src/lib/server/data/open-transaction.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { writeWaitMs } from '../../src/lib/server/data/wait-limits.ts';
import { pulseOf } from '../../src/lib/server/runtime/pulse.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let holder: Sqlite.Database;
beforeAll(async () => void (world = await openWorld('sqlite')));
afterAll(() => world.close());
beforeEach(() => {
	holder = new Sqlite(world.databaseUrl.slice('file:'.length));
	holder.exec('BEGIN IMMEDIATE');
});
afterEach(() => void holder.close());

describe('a write that waits behind a pulse', () => {
	const leftMs = 200;
	const write = async (work: () => Promise<void>) =>
		openTransaction(world.database.writer, work, {
			maxWait: 2 * writeWaitMs,
			timeout: writeWaitMs,
			askedAt: performance.now() - writeWaitMs + leftMs
		});

	it('is refused when its own time is over, never carried out, and does not block later writes', async () => {
		let runs = 0;
		const pulse = pulseOf(world.database);
		const asked = performance.now();
		await expect(write(async () => void (runs += 1))).rejects.toThrow(NoTurn);
		expect(performance.now() - asked).toBeLessThan(5 * leftMs);

		holder.close();
		expect(await pulse).toBe('beats');
		expect(await inTransaction(world.database, async () => 'carried out')).toBe('carried out');
		expect(runs).toBe(0);
	});

	it('is carried out when its turn comes in time', async () => {
		const pulse = pulseOf(world.database);
		const written = write(async () => {});
		holder.close();
		await expect(written).resolves.toBeUndefined();
		expect(await pulse).toBe('beats');
	});
});
