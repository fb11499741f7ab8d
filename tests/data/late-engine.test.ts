// A client's engine costs more than all else that a start does, so it is made when somebody needs it.
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { expect, it, vi } from 'vitest';
import { sqlite } from '../../src/lib/server/data/dialect-sqlite.ts';
import { PrismaClient } from '../../src/lib/server/data/generated/sqlite/client.ts';
import { connectWithLateEngine } from '../../src/lib/server/data/late-engine.ts';
import { statement } from '../../src/lib/server/data/statement.ts';
import { pulseOf } from '../../src/lib/server/runtime/watchdog.ts';

const one = statement('SELECT 1');

async function connectInMemory() {
	const handOver = vi.fn<SqlDriverAdapterFactory['connect']>();
	const connected = await connectWithLateEngine(
		new PrismaBetterSqlite3({ url: 'file::memory:' }),
		(lent) => {
			handOver.mockImplementation(() => lent.connect());
			return new PrismaClient({ adapter: { ...lent, connect: handOver } });
		}
	);
	return { ...connected, handOver };
}

it('is not there for what the driver is asked, and there for what the client is', async () => {
	const { adapter, client, close, handOver } = await connectInMemory();
	await adapter.queryRaw(one);
	expect(await pulseOf({ driver: adapter, dialect: sqlite })).toBe('beats');
	expect(handOver).not.toHaveBeenCalled();
	await client.$queryRaw`SELECT 1`;
	expect(handOver).toHaveBeenCalledOnce();
	await close();
});

it.each(['with', 'without'])('the connection is closed %s it', async (engine) => {
	const { adapter, client, close } = await connectInMemory();
	if (engine === 'with') await client.$queryRaw`SELECT 1`;
	await close();
	await expect(adapter.queryRaw(one)).rejects.toThrow(/not open/);
});
