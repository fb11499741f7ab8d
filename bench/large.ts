// Whether a request takes longer because the house holds more that the member cannot see. A member with the same number of lists in
// reach asks in a house of their own, and in one of 1,000,000 items.
import type { Database } from '../src/lib/server/data/client.ts';
import type { Provider } from '../src/lib/server/data/dialect.ts';
import { openDatabase } from '../src/lib/server/data/open-database.ts';
import { inTransaction } from '../src/lib/server/data/transaction.ts';
import { seedMany, large } from '../prisma/seed-many.ts';
import { newRows } from '../tests/support/household.ts';
import { freshDatabase } from '../tests/support/postgres.ts';
import { quantile } from '../tests/support/figures.ts';
import { startServer, type RunningServer } from '../tests/support/server.ts';

/** In the small house the member owns all 195 lists. In the large house they own 100, and reach 95 of others that are shared with everyone. */
const small = { ...large, members: 1, lists: 195 };

type House = {
	server: RunningServer;
	database: Database;
	session: string;
	listUid: string;
	itemUid: string;
};

type Question = { path: string; method?: 'PUT'; json?: object };

/** What is asked of both houses, and how many times as long the large one may take. `turn` counts the repetitions of a question. */
const questions: [what: string, of: (house: House, turn: number) => Question, wanted: number][] = [
	['the overview', () => ({ path: '/api/v1/lists' }), 1.2],
	['a list', ({ listUid }) => ({ path: `/api/v1/lists/${listUid}` }), 1.2],
	['a search for a frequent word', () => ({ path: '/api/v1/search?query=milk' }), 1.5],
	['a search for a rare word', () => ({ path: '/api/v1/search?query=zebra' }), 1.5],
	['dated items', () => ({ path: '/api/v1/dated-items?to=2026-12-31' }), 1.5],
	['a list and its version', ({ listUid }) => ({ path: `/api/v1/lists/${listUid}/changes` }), 1.5],
	['the page of today', () => ({ path: '/today' }), 1.5],
	[
		'a tick',
		({ itemUid }, turn) => ({
			method: 'PUT',
			path: `/api/v1/items/${itemUid}/done`,
			json: { done: turn % 2 === 0 }
		}),
		1.5
	]
];

/** Lines of a table: the times of both houses in milliseconds, and how many times as long the large one takes at the p99. */
export async function besideALargeHouse(provider: Provider): Promise<string[]> {
	const houses = [await openHouse(provider, small), await openHouse(provider, large)];
	try {
		const lines: string[] = [];
		for (const [what, question, wanted] of questions) {
			const { took, heldMs } = await inTurns(houses, question);
			const at = (of: number) => took.map((times) => quantile(times, of));
			const [[p50 = 0, p50Large = 0], [p99 = 0, p99Large = 0]] = [at(0.5), at(0.99)];
			const times = p99Large / p99;
			lines.push(
				`| ${what} | ${p50.toFixed(1)} | ${p50Large.toFixed(1)} | ${p99.toFixed(1)} | ${p99Large.toFixed(1)} | ${times.toFixed(1)} (${wanted} at most: ${times <= wanted ? 'met' : 'missed'}) | ${heldMs.toFixed(0)} |`
			);
		}
		return lines;
	} finally {
		for (const { server, database } of houses) {
			await database.close();
			await server.stop();
		}
	}
}

async function openHouse(provider: Provider, size: typeof large): Promise<House> {
	const server = await startServer(
		provider === 'postgresql' ? { databaseUrl: await freshDatabase() } : {}
	);
	const database = await openDatabase(server.databaseUrl);
	await seedMany({ database, clock: () => new Date() }, size);
	// Postgres runs ANALYZE by itself only a while after so many writes.
	if (provider === 'postgresql') await inTransaction(database, (db) => db.$executeRaw`ANALYZE`);
	const { uid: listUid, ownerUid } = await database.reader.list.findFirstOrThrow({
		where: { name: 'Groceries 0' }
	});
	const { uid: itemUid } = await database.reader.item.findFirstOrThrow({
		where: { list: { uid: listUid }, deletedAt: null }
	});
	const rows = newRows();
	const session = rows.session(ownerUid);
	await rows.write(database);
	await database.writer.instance.create({ data: { name: 'Mill Lane', createdAt: new Date() } });
	return { server, database, session, listUid, itemUid };
}

async function inTurns(
	houses: House[],
	question: (house: House, turn: number) => Question
): Promise<{ took: number[][]; heldMs: number }> {
	const took = houses.map((): number[] => []);
	const largest = houses.at(-1);
	for (let turn = -warmUp; turn < turns; turn += 1) {
		if (turn === 0) await longestHoldMs(largest);
		for (const [at, house] of houses.entries()) {
			// A write before each request, so that none is answered from the read cache.
			const name = turn % 2 === 0 ? 'Mill Lane' : 'Mill Road';
			await house.database.writer.instance.updateMany({ data: { name } });
			const { path, method = 'GET', json } = question(house, turn);
			const origin = house.server.origin;
			const begun = performance.now();
			const answer = await fetch(`${origin}${path}`, {
				method,
				body: json ? JSON.stringify(json) : null,
				headers: {
					cookie: `hearth_session=${house.session}`,
					...(json && { origin, 'content-type': 'application/json' })
				}
			});
			await answer.arrayBuffer();
			if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
			if (turn >= 0) took[at]?.push(performance.now() - begun);
		}
	}
	return { took, heldMs: await longestHoldMs(largest) };
}

/** The longest time that the house's event loop was blocked since the last call. It is sampled every 20 ms, so up to 20 ms are too much. */
async function longestHoldMs(house: House | undefined): Promise<number> {
	const metrics = await (await fetch(`${house?.server.origin}/metrics`)).text();
	return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}

const warmUp = 100;
const turns = 1000;
