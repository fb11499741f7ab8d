// R13: several nodes on one Postgres are one household. Each node tells of the changes made by the other, limits count requests
// to all nodes together, and either node may die.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsPerNumber } from '../../src/lib/client/event-id.ts';
import { endConnections } from '../support/end-connections.ts';
import { openCast, type Cast } from '../support/household.ts';
import { clientOf } from '../support/client.ts';
import { isLong, note } from '../support/figures.ts';
import { compare } from '../support/journal.ts';
import { listenTo, type Listener } from '../support/listener.ts';
import { lookUp, setUpHousehold, openJournals, work, type Household } from '../support/load.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { lookInto } from '../support/sql.ts';

const kills = isLong ? 40 : 4;

describe('two nodes on one Postgres', () => {
	let cast: Cast;
	let second: RunningServer;
	beforeAll(async () => {
		cast = await openCast('postgresql');
		second = await startServer({ databaseUrl: cast.server.databaseUrl });
	});
	afterAll(async () => {
		await second.stop();
		await cast.close();
	});

	it('tell the streams on the other node what changed, and who is present', async () => {
		const { body } = await cast.ada.post('/lists', { name: 'Groceries' });
		const listUid = (body as { list: { uid: string } }).list.uid;
		await cast.ada.put(`/lists/${listUid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit: true });
		const session = await cast.write((rows) => ({
			ada: rows.session(cast.ada.uid),
			ben: rows.session(cast.ben.uid)
		}));
		const here = listenTo(cast.origin, `/api/v1/events?listUid=${listUid}`, {
			cookie: `hearth_session=${session.ada}`
		});
		const there = listenTo(second.origin, `/api/v1/events?listUid=${listUid}`, {
			cookie: `hearth_session=${session.ben}`
		});
		for (const listener of [here, there]) await expect.poll(() => listener.status()).toBe(200);
		const present = (listener: Listener) =>
			JSON.stringify(listener.heard.findLast(({ event }) => event === 'presence')?.data.members);
		await expect.poll(() => present(here)).toMatch(/Ada.*Ben/);
		await expect.poll(() => present(there)).toMatch(/Ada.*Ben/);

		const delays: number[] = [];
		for (let round = 0; round < (isLong ? 200 : 20); round += 1) {
			const began = performance.now();
			await cast.ada.post(`/lists/${listUid}/items`, { label: `milk ${round}` });
			const acknowledged = performance.now();
			await expect
				.poll(() => there.changes().filter(({ data }) => data.kind === 'item.added').length, {
					interval: 2,
					timeout: 5000
				})
				.toBe(round + 1);
			delays.push(performance.now() - Math.max(began, acknowledged));
		}
		delays.sort((one, other) => one - other);
		note('R13 two nodes', {
			'median ms': delays[Math.floor(delays.length / 2)] ?? 0,
			'p99 ms': delays.at(-1) ?? 0
		});

		there.cut();
		here.cut();
	}, 60_000);

	it('count a member’s streams together: the twenty-first ends the oldest, wherever that is', async () => {
		const cleo = await cast.person('Cleo');
		const open: Listener[] = [];
		for (let index = 0; index < 21; index += 1) {
			const { origin } = index % 2 === 0 ? cast : second;
			const cookie = `hearth_session=${cleo.secret}`;
			const listener = listenTo(origin, '/api/v1/events', { cookie });
			await expect.poll(() => listener.status()).toBe(200);
			open.push(listener);
		}
		await expect
			.poll(() => open.map((listener) => listener.closed()), { timeout: 5000 })
			.toEqual(open.map((_, index) => index === 0));
		for (const listener of open) listener.cut();
	});

	it('count wrong passwords together', async () => {
		const { email } = await cast.database.reader.member.findUniqueOrThrow({
			where: { uid: cast.ben.uid }
		});
		const tries: number[] = [];
		for (let index = 0; index < 12; index += 1) {
			const client = clientOf(index % 2 === 0 ? cast.origin : second.origin);
			const { status } = await client.post('/auth/sign-in', { email, password: `not it ${index}` });
			tries.push(status);
		}
		expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
	});

	it('receive every change after their LISTEN connection was cut', async () => {
		const { body } = await cast.ada.post('/lists', { name: 'Camping' });
		const listUid = (body as { list: { uid: string } }).list.uid;
		const session = await cast.write((rows) => rows.session(cast.ada.uid));
		const there = listenTo(second.origin, '/api/v1/events', {
			cookie: `hearth_session=${session}`
		});
		await expect.poll(() => there.status()).toBe(200);
		const look = await lookInto(cast.server.databaseUrl);
		const isListening = `datname = current_database() AND application_name = 'hearth wake-up'`;
		const listening = async () =>
			(await look.rows(`SELECT pid FROM pg_stat_activity WHERE ${isListening}`)).length;
		for (let round = 0; round < 3; round += 1) {
			// After a cut a node polls every few seconds, so it can tell of changes before it listens again.
			await expect.poll(listening, { timeout: 15_000 }).toBe(2);
			await endConnections(cast.server.databaseUrl, isListening);
			for (const label of ['tent', 'rope'])
				await cast.ada.post(`/lists/${listUid}/items`, { label: `${label} ${round}` });
			await expect
				.poll(() => there.changes().filter(({ data }) => data.kind === 'item.added').length, {
					timeout: 10_000
				})
				.toBe(2 * (round + 1));
		}
		there.cut();
		await look.close();
	}, 60_000);
});

describe('two nodes that are killed in turns', () => {
	let nodes: RunningServer[];
	let doors: Household[];
	beforeAll(async () => {
		const databaseUrl = await freshDatabase();
		nodes = [await startServer({ databaseUrl }), await startServer({ databaseUrl })];
		const household = await setUpHousehold(nodes[0]?.origin ?? '');
		doors = nodes.map(({ origin }) => ({ ...household, origin }));
	});
	afterAll(() => Promise.all(nodes.map((node) => node.stop())));

	it(
		`${kills} times under load lose nothing, leave nothing half done, and both tell every change`,
		async () => {
			const ears = doors.map(ear);
			for (const { status } of ears) await expect.poll(status).toBe(200);
			const journals = doors.map((door) => openJournals(door, 8));
			// Clients of the second node get names of their own.
			journals[1]?.forEach((journal) => (journal.client = `d${journal.client}`));
			for (let round = 0; round < kills; round += 1) {
				const victim = round % 2;
				let over = false;
				const load = doors.flatMap((door, index) =>
					(journals[index] ?? []).map((journal) => work(door, journal, () => over))
				);
				await pause(300 + Math.random() * 300);
				// Without an event there would be no number to resume from.
				await expect.poll(() => ears[victim]?.lastId()).not.toBe('');
				await nodes[victim]?.kill();
				await pause(100);
				await nodes[victim]?.restart();
				ears[victim]?.again();
				over = true;
				await Promise.all(load);
				for (const [index, door] of doors.entries()) {
					const shownTo = await lookUp(door);
					for (const journal of journals[index] ?? [])
						expect(compare(journal, shownTo(journal.client))).toBeUndefined();
				}
			}
			const { listUids, numbers } = await itemChanges(nodes[0]?.databaseUrl ?? '');
			for (const { told } of ears)
				await expect.poll(() => told(listUids), { timeout: 10_000 }).toEqual(numbers);
			for (const { end } of ears) end();
			note('R13 killed in turns', {
				kills,
				acknowledged: journals.flat().reduce((sum, { acknowledged }) => sum + acknowledged, 0),
				'told on each': numbers.length,
				lost: 0,
				'by halves': 0
			});
		},
		30_000 + kills * 10_000
	);

	/** A listener on one node, who reconnects with the last number that they received. */
	function ear({ origin, token }: Household) {
		const lines: Listener[] = [];
		const lastId = () => lines.findLast((line) => line.lastId())?.lastId() ?? '';
		const again = () => {
			const last = lastId() || undefined;
			lines.push(listenTo(origin, '/api/v1/events', { authorization: `Bearer ${token}` }, last));
		};
		again();
		return {
			again,
			lastId,
			status: () => lines.at(-1)?.status(),
			/** The numbers of the Changes of items on these lists, in the order in which they were received. */
			told: (listUids: Set<unknown>) =>
				lines
					.flatMap((line) => line.changes())
					.filter(({ data: { kind, listUid } }) => isOfItem(kind) && listUids.has(listUid))
					.map(({ id }) => Math.floor(Number(id) / idsPerNumber)),
			end: () => lines.at(-1)?.cut()
		};
	}
});

/** The Changes of items on existing lists. A replay leaves out lists in the trash. */
async function itemChanges(databaseUrl: string) {
	const look = await lookInto(databaseUrl);
	try {
		const rows = await look.rows(
			`SELECT c."number", c."kind", l."uid" FROM "Change" c JOIN "List" l ON l."uid" = c."listUid"
				WHERE l."deletedAt" IS NULL ORDER BY c."number"`
		);
		return {
			listUids: new Set(rows.map(({ uid }) => uid)),
			numbers: rows.filter(({ kind }) => isOfItem(kind)).map(({ number }) => Number(number))
		};
	} finally {
		await look.close();
	}
}

const isOfItem = (kind: unknown): boolean => String(kind).startsWith('item.');
