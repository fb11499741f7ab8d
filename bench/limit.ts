// Hearth beside the limit (limit-server.ts), and beside its own endpoint that does nothing: in turns, at one, ten and sixty-four connections.
// Also measures the processor time of each, and what each asks of the database.
import Sqlite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { quantile } from '../tests/support/figures.ts';
import { freePort, freshDatabase } from '../tests/support/postgres.ts';
import type { Counts } from '../tests/support/noted-statements.ts';
import { startServer, type RunningServer } from '../tests/support/server.ts';
import { countsOfEach } from './counts.ts';
import type { Measured } from './household.ts';
import { answersASecond, ticks, type Asked } from './load.ts';
import { processorMs } from './process.ts';

type Subject = { household: Measured; pid: number; askedFor: (work: Work) => Asked[] };

type Work = {
	what: string;
	asked: (household: Measured) => Asked[];
	/** The share of the limit that is wanted at ten connections. */
	wanted?: number;
	/** Whether something is written all the time, so that nothing is answered from memory. */
	isCold?: true;
};

const json = { 'content-type': 'application/json' };
const list = ({ listUid }: Measured): Asked[] => [
	{ method: 'GET', path: `/api/v1/lists/${listUid}` }
];
const nothing: Asked[] = [{ method: 'GET', path: '/healthz' }];
const works: Work[] = [
	{ what: 'nothing (`/healthz`)', asked: () => nothing },
	{ what: 'a list of 50, something written all the time', asked: list, wanted: 0.5, isCold: true },
	{ what: 'a list of 50, nothing written', asked: list, wanted: 0.7 },
	{ what: 'a tick', wanted: 0.5, asked: ticks },
	{
		what: 'one item added',
		wanted: 0.5,
		asked: ({ otherListUids }) =>
			otherListUids.map((uid) => ({
				method: 'POST',
				path: `/api/v1/lists/${uid}/items`,
				headers: json,
				body: JSON.stringify({ label: 'oat milk', quantity: '2 l' })
			}))
	},
	{
		what: 'an edit',
		wanted: 0.5,
		asked: ({ itemUids }) =>
			itemUids.flatMap((uid) =>
				['3 l', '2 l'].map((quantity) => ({
					method: 'PATCH',
					path: `/api/v1/items/${uid}`,
					headers: json,
					body: JSON.stringify({ quantity })
				}))
			)
	},
	{
		what: 'a move',
		wanted: 0.5,
		asked: ({ itemUids }) =>
			itemUids.map((uid, at) => ({
				method: 'POST',
				path: `/api/v1/items/${uid}:move`,
				headers: json,
				body: JSON.stringify({ afterItemUid: itemUids[(at + 25) % itemUids.length] })
			}))
	}
];

const worksOnPostgres = works.map((work) => (work.wanted ? { ...work, wanted: 0.5 } : work));

/** The head of the table whose lines `besideTheLimit` gives. */
export const columns = [
	'work',
	'connections',
	'Hearth, a second',
	'limit, a second',
	'share',
	'floor, a second',
	'ms of processor: Hearth, limit, floor',
	'statements: Hearth, limit'
];

/**
 * Lines of a table: answers a second and processor time of Hearth, of the limit, and of the floor, which is Hearth's endpoint that does
 * nothing. Also how many statements Hearth and the limit send, and in how many round trips. The limit gets a copy of the household's database.
 */
export async function besideTheLimit(
	household: Measured,
	rounds: number,
	seconds: number
): Promise<string[]> {
	const [node] = household.nodes;
	const isOnSqlite = node.databaseUrl.startsWith('file:');
	const [copy = '', copyToCount = ''] = isOnSqlite
		? ['limit', 'counts'].map((name) => copiedFile(node.databaseUrl, name))
		: await copiedWhileDown(node, 2);
	const each = isOnSqlite ? works : worksOnPostgres;
	const counts = {
		hearth: await countsOfEach(worksFor(household, each), {
			household,
			start: (env) => startServer({ databaseUrl: copyToCount, env }),
			writeBetween: () => writeOnce(copyToCount)
		}),
		limit: await countsOfEach(worksFor(household, each), {
			household,
			start: (env) => startLimit(copy, env),
			writeBetween: () => writeOnce(copy)
		})
	};
	const limit = await startLimit(copy);
	const asked = (work: Work) => work.asked(household);
	const subjects: Subject[] = [
		{ household, pid: node.pid, askedFor: asked },
		{ household: at(household, limit.origin), pid: limit.pid, askedFor: asked },
		{ household, pid: node.pid, askedFor: () => nothing }
	];
	const turns = { rounds, seconds, urls: [node.databaseUrl, copy, node.databaseUrl] };
	try {
		const lines: string[] = [];
		for (const work of each) {
			const sent = [counts.hearth, counts.limit].map((of) => asText(of.get(work.what)));
			for (const connections of [1, 10, 64])
				lines.push(`${await row(work, connections, subjects, turns)} ${sent.join(', ')} |`);
		}
		return lines;
	} finally {
		limit.stop();
	}
}

const worksFor = (household: Measured, each: Work[]) =>
	each.map(({ what, asked, isCold = false }) => ({ what, asked: asked(household), isCold }));

/** The household with its first node alone, at this address. */
const at = ({ nodes: [node], ...household }: Measured, origin: string): Measured => ({
	...household,
	nodes: [{ ...node, origin }]
});

/** Round trips are named only where there are fewer of them than statements, which is never so on SQLite. */
const asText = ({ statements, ways }: Counts = { statements: 0, ways: 0 }): string =>
	ways < statements ? `${statements} in ${ways}` : String(statements);

function copiedFile(databaseUrl: string, name: string): string {
	const original = new Sqlite(databaseUrl.slice('file:'.length), { readonly: true });
	const copy = `${databaseUrl}.${name}`;
	original.prepare('VACUUM INTO ?').run(copy.slice('file:'.length));
	original.close();
	return copy;
}

/** Postgres copies a database that nobody is connected to. */
async function copiedWhileDown(node: RunningServer, count: number): Promise<string[]> {
	await node.kill();
	// Postgres drops the connections of a killed process a moment later.
	await pause(1000);
	const copies: string[] = [];
	for (let made = 0; made < count; made += 1)
		copies.push(await freshDatabase(undefined, new URL(node.databaseUrl).pathname.slice(1)));
	await node.restart();
	return copies;
}

async function row(
	work: Work,
	connections: number,
	subjects: Subject[],
	{ rounds, seconds, urls }: { rounds: number; seconds: number; urls: string[] }
): Promise<string> {
	const { what, wanted, isCold } = work;
	const found = subjects.map(() => ({ answers: [] as number[], cpu: [] as number[] }));
	// The first round is to warm up.
	for (let round = 0; round <= rounds; round += 1)
		for (const [at, { household, pid, askedFor }] of subjects.entries()) {
			const stop = isCold ? await writingTo(urls[at] ?? '') : async () => {};
			const before = processorMs(pid);
			const answers = await answersASecond(household, askedFor(work), seconds, { connections });
			await stop();
			if (round === 0) continue;
			found[at]?.answers.push(answers);
			found[at]?.cpu.push((processorMs(pid) - before) / (answers * seconds));
		}
	const [hearth, limit, floor] = found.map(({ answers, cpu }) => ({
		answers: quantile(answers, 0.5),
		cpu: quantile(cpu, 0.5)
	}));
	if (!hearth || !limit || !floor) throw new Error('nothing was measured');
	const share = hearth.answers / limit.answers;
	const told =
		wanted !== undefined && connections === 10
			? ` (${wanted} wanted: ${share >= wanted ? 'met' : 'missed'})`
			: '';
	const [ofHearth, ofLimit, ofFloor] = [hearth, limit, floor].map(({ answers }) =>
		Math.round(answers)
	);
	const cpu = [hearth, limit, floor].map(({ cpu }) => cpu.toFixed(2)).join(', ');
	return `| ${what} | ${connections} | ${ofHearth} | ${ofLimit} | ${share.toFixed(2)}${told} | ${ofFloor} | ${cpu} |`;
}

async function writeOnce(databaseUrl: string): Promise<void> {
	const stop = await writingTo(databaseUrl);
	await pause(50);
	await stop();
}

/** Sets another name each time: SQLite does not write a row that stays the same, and cached reads would stay valid. */
const otherName = `UPDATE "Instance" SET "name" = CASE "name" WHEN 'Mill Lane' THEN 'Mill Road' ELSE 'Mill Lane' END`;

/** Writes from another process, a thousand a second at most, so that nothing can be answered from a cache. */
async function writingTo(databaseUrl: string): Promise<() => Promise<void>> {
	if (!databaseUrl.startsWith('file:')) return writingToPostgres(databaseUrl);
	const database = new Sqlite(databaseUrl.slice('file:'.length));
	database.pragma('synchronous = OFF');
	const write = database.prepare(otherName);
	const timer = setInterval(() => write.run(), 1);
	return async () => {
		clearInterval(timer);
		database.close();
	};
}

async function writingToPostgres(databaseUrl: string): Promise<() => Promise<void>> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	await client.query('SET synchronous_commit = OFF');
	let isOver = false;
	const write = async () => {
		while (!isOver) {
			await client.query({ name: 'write', text: otherName });
			await pause(1);
		}
	};
	const writing = write();
	// Stopping awaits `writing` and throws its error; until then the rejection must not count as unhandled.
	writing.catch(() => {});
	return async () => {
		isOver = true;
		await writing;
		await client.end();
	};
}

async function startLimit(
	databaseUrl: string,
	env: Record<string, string> = {}
): Promise<{ origin: string; pid: number; stop: () => void }> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [join(import.meta.dirname, 'limit-server.ts')], {
		env: { ...process.env, ...env, DATABASE_URL: databaseUrl, PORT: String(port) },
		stdio: ['ignore', 'inherit', 'inherit']
	});
	for (let tries = 0; tries < 200; tries += 1) {
		const isThere = await fetch(origin).then(
			() => true,
			() => false
		);
		if (isThere) break;
		await pause(25);
	}
	return { origin, pid: child.pid ?? 0, stop: () => void child.kill() };
}
