// R1: the server is killed in the middle of its work, again and again, and nothing that it acknowledged is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { isLong, note } from '../support/figures.ts';
import { compare, hall, type Journal } from '../support/journal.ts';
import { lookUp, setUpHousehold, openJournals, work, type Household } from '../support/load.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { lookInto, type Row } from '../support/sql.ts';

const kills = isLong ? 200 : 20;
const clients = 16;

describe.each<Provider>(['sqlite', 'postgresql'])('a server on %s', (provider) => {
	let postgres: Postgres | undefined;
	let server: RunningServer;
	let household: Household;

	beforeAll(async () => {
		// A Postgres of its own, because it is killed too.
		if (provider === 'postgresql') postgres = await startPostgres();
		server = await startServer(postgres ? { databaseUrl: postgres.url } : {});
		household = await setUpHousehold(server.origin);
	});

	afterAll(async () => {
		await server?.stop();
		await postgres?.stop();
	});

	it(
		`that is killed ${kills} times under load loses nothing and leaves nothing half done`,
		async () => {
			const journals = openJournals(household, clients);
			const outbox = outboxOf(server.databaseUrl);
			for (let round = 1; round <= kills; round += 1) {
				await burst(journals, () =>
					postgres && round % 7 === 0 ? postgres.crash() : crash(server)
				);
				const shownTo = await lookUp(household);
				const differences = journals.map((journal) => compare(journal, shownTo(journal.client)));
				expect(differences.filter(Boolean).join('\n\n')).toBe('');
				await outbox.agreesWith(journals);
				await isSound(server.databaseUrl);
			}
			report(provider, journals);
		},
		kills * 15_000
	);

	async function burst(journals: Journal[], crash: () => Promise<void>): Promise<void> {
		let over = false;
		const load = Promise.all(journals.map((journal) => work(household, journal, () => over)));
		const enough = acknowledgedBy(journals) + clients + Math.random() * clients * 4;
		for (const end = Date.now() + 3000; Date.now() < end && acknowledgedBy(journals) < enough;)
			await pause(3);
		await crash();
		over = true;
		await load;
		await ready(server);
	}
});

async function crash(server: RunningServer): Promise<void> {
	await server.kill();
	await server.restart();
}

/** Waits until the server is ready. After a crash of Postgres a server that was not killed reconnects by itself. */
async function ready({ origin, output }: RunningServer): Promise<void> {
	for (const end = Date.now() + 10_000; Date.now() < end; await pause(50)) {
		const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
		if (answer?.status === 200) return;
	}
	throw new Error(`The server is not ready again.\n${output()}`);
}

/** Reads the outbox on from the last number that it has read, and checks that no earlier change is missing. */
function outboxOf(databaseUrl: string) {
	let last = 0;
	let count = 0;
	const told = new Map<string, string[]>();
	async function agreesWith(journals: Journal[]): Promise<void> {
		const [before] = await query(
			databaseUrl,
			`SELECT count(*) AS "count" FROM "Change" WHERE "number" <= ${last}`
		);
		expect(Number(before?.count)).toBe(count);
		const rows = await query(
			databaseUrl,
			`${changes} WHERE c."number" > ${last} ORDER BY c."number"`
		);
		count += rows.length;
		for (const { number, kind, list, item } of rows) {
			last = Number(number);
			const [listTag = '', itemTag] = [
				String(list ?? hall).split(' ')[0],
				item ? String(item) : ''
			];
			const client = (itemTag || listTag).split('.', 1).join();
			told.set(client, [
				...(told.get(client) ?? []),
				[String(kind), listTag, itemTag].join(' ').trim()
			]);
		}
		expect(
			[...told.keys()].filter(
				(client) => client !== hall && !journals.some((journal) => journal.client === client)
			)
		).toEqual([]);
		for (const { client, changes } of journals) expect(told.get(client) ?? []).toEqual(changes);
	}
	return { agreesWith };
}

const changes = `SELECT c."number", c."kind", l."name" AS "list", i."quantity" AS "item" FROM "Change" c
	LEFT JOIN "List" l ON l."uid" = c."listUid" LEFT JOIN "Item" i ON i."uid" = c."itemUid"`;

/** Checks the integrity of a SQLite file. Postgres needs no such check. */
async function isSound(databaseUrl: string): Promise<void> {
	if (!databaseUrl.startsWith('file:')) return;
	expect(await query(databaseUrl, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
	expect(await query(databaseUrl, 'PRAGMA foreign_key_check')).toEqual([]);
}

async function query(databaseUrl: string, sql: string): Promise<Row[]> {
	const look = await lookInto(databaseUrl);
	try {
		return await look.rows(sql);
	} finally {
		await look.close();
	}
}

const total = (journals: Journal[], count: (journal: Journal) => number): number =>
	journals.reduce((sum, journal) => sum + count(journal), 0);

const acknowledgedBy = (journals: Journal[]): number =>
	total(journals, (journal) => journal.acknowledged);

function report(provider: Provider, journals: Journal[]): void {
	const acknowledged = acknowledgedBy(journals);
	const [whole, absent] = [
		total(journals, ({ cutOff }) => cutOff.whole),
		total(journals, ({ cutOff }) => cutOff.absent)
	];
	// With too few acknowledged or cut-off requests the test would prove nothing.
	expect(acknowledged).toBeGreaterThan(kills * clients);
	expect(whole + absent).toBeGreaterThan(kills);
	note(`R1 killed on ${provider}`, {
		kills,
		acknowledged,
		'cut off, whole': whole,
		'cut off, absent': absent,
		lost: 0,
		'by halves': 0
	});
}
