// A Prisma client and its engine cost more than all the rest of a start, so each is created when it is first needed.
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { expect, it, vi } from 'vitest';
import { sqlite } from '../../src/lib/server/data/sqlite/dialect.ts';
import { PrismaClient } from '../../src/lib/server/data/generated/sqlite/client.ts';
import { lateClient } from '../../src/lib/server/data/late-client.ts';
import { statement } from '../../src/lib/server/data/statement.ts';
import { pulseOf } from '../../src/lib/server/runtime/pulse.ts';

const one = statement('SELECT 1');

async function connectInMemory() {
	const handOver = vi.fn<SqlDriverAdapterFactory['connect']>();
	const open = vi.fn((lent: SqlDriverAdapterFactory) => {
		handOver.mockImplementation(() => lent.connect());
		return new PrismaClient({ adapter: { ...lent, connect: handOver } });
	});
	const adapter = await new PrismaBetterSqlite3({ url: 'file::memory:' }).connect();
	return { adapter, ...lateClient(adapter, open), open, handOver };
}

it('reads through the driver create neither, and a read through the client creates both', async () => {
	const { adapter, client, close, open, handOver } = await connectInMemory();
	await adapter.queryRaw(one);
	expect(await pulseOf({ driver: adapter, dialect: sqlite })).toBe('beats');
	expect(open).not.toHaveBeenCalled();
	const made = client();
	expect(handOver).not.toHaveBeenCalled();
	await made.$queryRaw`SELECT 1`;
	expect(handOver).toHaveBeenCalledOnce();
	expect(client()).toBe(made);
	await close();
});

it('counting who waits for the writer creates none', async () => {
	const { client, close, open } = await connectInMemory();
	const queue = sqlite.openQueue({
		get writer() {
			return client();
		},
		isInPlace: () => true
	});
	expect(queue.waiting()).toBe(0);
	expect(open).not.toHaveBeenCalled();
	await close();
});

it.each(['with both', 'with a client alone', 'without'])(
	'the connection is closed %s',
	async (there) => {
		const { adapter, client, close } = await connectInMemory();
		if (there !== 'without') client();
		if (there === 'with both') await client().$queryRaw`SELECT 1`;
		await close();
		await expect(adapter.queryRaw(one)).rejects.toThrow(/not open/);
	}
);
