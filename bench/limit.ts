// Hearth beside the least that could answer: in turns, at one, ten and sixty-four connections, with the processor time of each.
import Sqlite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { quantile } from '../tests/support/figures.ts';
import { freePort, freshDatabase } from '../tests/support/postgres.ts';
import type { RunningServer } from '../tests/support/server.ts';
import type { Measured } from './household.ts';
import { answersASecond, ticks, type Asked } from './load.ts';
import { processorMs } from './process.ts';

type Subject = { household: Measured; pid: number };

/** The share of the limit that is wanted at ten connections. */
type Work = {
	what: string;
	asked: (household: Measured) => Asked[];
	wanted?: number;
	isCold?: true;
};

const json = { 'content-type': 'application/json' };
const list = ({ listUid }: Measured): Asked[] => [
	{ method: 'GET', path: `/api/v1/lists/${listUid}` }
];
const works: Work[] = [
	{ what: 'nothing (`/healthz`)', asked: () => [{ method: 'GET', path: '/healthz' }] },
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

/**
 * Lines of a table: answers a second and processor time of both, and the share that Hearth reaches. The limit gets a copy
 * of the household's database.
 */
export async function besideTheLimit(
	household: Measured,
	rounds: number,
	seconds: number
): Promise<string[]> {
	const [node] = household.nodes;
	const isOnSqlite = node.databaseUrl.startsWith('file:');
	const copy = isOnSqlite ? copiedFile(node.databaseUrl) : await copiedWhileDown(node);
	const limit = await startLimit(copy);
	const subjects: Subject[] = [
		{ household, pid: node.pid },
		{ household: { ...household, nodes: [{ ...node, origin: limit.origin }] }, pid: limit.pid }
	];
	const turns = { rounds, seconds, urls: [node.databaseUrl, copy] };
	try {
		const lines: string[] = [];
		for (const work of isOnSqlite ? works : worksOnPostgres)
			for (const connections of [1, 10, 64])
				lines.push(await row(work, connections, subjects, turns));
		return lines;
	} finally {
		limit.stop();
	}
}

function copiedFile(databaseUrl: string): string {
	const original = new Sqlite(databaseUrl.slice('file:'.length), { readonly: true });
	const copy = `${databaseUrl}.limit`;
	original.prepare('VACUUM INTO ?').run(copy.slice('file:'.length));
	original.close();
	return copy;
}

/** Postgres copies a database that nobody is connected to. */
async function copiedWhileDown(node: RunningServer): Promise<string> {
	await node.kill();
	// A connection that was cut is gone a moment later.
	await pause(1000);
	const copy = await freshDatabase(undefined, new URL(node.databaseUrl).pathname.slice(1));
	await node.restart();
	return copy;
}

async function row(
	{ what, asked, wanted, isCold }: Work,
	connections: number,
	subjects: Subject[],
	{ rounds, seconds, urls }: { rounds: number; seconds: number; urls: string[] }
): Promise<string> {
	const found = subjects.map(() => ({ answers: [] as number[], cpu: [] as number[] }));
	// The first round is to warm up.
	for (let round = 0; round <= rounds; round += 1)
		for (const [at, { household, pid }] of subjects.entries()) {
			const stop = isCold ? await writingTo(urls[at] ?? '') : async () => {};
			const before = processorMs(pid);
			const answers = await answersASecond(household, asked(household), seconds, { connections });
			await stop();
			if (round === 0) continue;
			found[at]?.answers.push(answers);
			found[at]?.cpu.push((processorMs(pid) - before) / (answers * seconds));
		}
	const [hearth, limit] = found.map(({ answers, cpu }) => ({
		answers: quantile(answers, 0.5),
		cpu: quantile(cpu, 0.5)
	}));
	if (!hearth || !limit) throw new Error('nothing was measured');
	const share = hearth.answers / limit.answers;
	const told =
		wanted !== undefined && connections === 10
			? ` (${wanted} wanted: ${share >= wanted ? 'met' : 'missed'})`
			: '';
	return `| ${what} | ${connections} | ${Math.round(hearth.answers)} | ${Math.round(limit.answers)} | ${share.toFixed(2)}${told} | ${hearth.cpu.toFixed(2)} | ${limit.cpu.toFixed(2)} |`;
}

/** Another process's writes, a thousand a second at most, so that nothing read before can be answered with again. */
async function writingTo(databaseUrl: string): Promise<() => Promise<void>> {
	if (!databaseUrl.startsWith('file:')) return writingToPostgres(databaseUrl);
	const database = new Sqlite(databaseUrl.slice('file:'.length));
	database.pragma('synchronous = OFF');
	const write = database.prepare('UPDATE "Instance" SET "name" = "name"');
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
			await client.query({ name: 'write', text: 'UPDATE "Instance" SET "name" = "name"' });
			await pause(1);
		}
	};
	const writing = write();
	// Thrown when it is stopped.
	writing.catch(() => {});
	return async () => {
		isOver = true;
		await writing;
		await client.end();
	};
}

async function startLimit(
	databaseUrl: string
): Promise<{ origin: string; pid: number; stop: () => void }> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [join(import.meta.dirname, 'limit-server.ts')], {
		env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) },
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
