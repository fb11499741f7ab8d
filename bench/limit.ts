// Hearth beside the least that could answer, on SQLite: in turns, at one, ten and sixty-four connections, with the processor time of each.
import Sqlite from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../tests/support/figures.ts';
import { freePort } from '../tests/support/postgres.ts';
import type { Measured } from './household.ts';
import { answersASecond, type Asked } from './load.ts';
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
	{
		what: 'a tick',
		wanted: 0.5,
		asked: ({ itemUids }) =>
			itemUids.flatMap((uid) =>
				[true, false].map((done) => ({
					method: 'PUT',
					path: `/api/v1/items/${uid}/done`,
					headers: json,
					body: JSON.stringify({ done })
				}))
			)
	},
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

/** Lines of a table: answers a second and processor time of both, and the share that Hearth reaches. */
export async function besideTheLimit(
	household: Measured,
	rounds: number,
	seconds: number
): Promise<string[]> {
	const [node] = household.nodes;
	const file = node.databaseUrl.slice('file:'.length);
	const copy = `${file}.limit`;
	const original = new Sqlite(file, { readonly: true });
	original.prepare('VACUUM INTO ?').run(copy);
	original.close();
	const limit = await startLimit(copy);
	const subjects: Subject[] = [
		{ household, pid: node.pid },
		{ household: { ...household, nodes: [{ ...node, origin: limit.origin }] }, pid: limit.pid }
	];
	try {
		const lines: string[] = [];
		for (const work of works)
			for (const connections of [1, 10, 64])
				lines.push(
					await row(work, connections, subjects, { rounds, seconds, files: [file, copy] })
				);
		return lines;
	} finally {
		limit.stop();
	}
}

async function row(
	{ what, asked, wanted, isCold }: Work,
	connections: number,
	subjects: Subject[],
	{ rounds, seconds, files }: { rounds: number; seconds: number; files: string[] }
): Promise<string> {
	const found = subjects.map(() => ({ answers: [] as number[], cpu: [] as number[] }));
	// The first round is to warm up.
	for (let round = 0; round <= rounds; round += 1)
		for (const [at, { household, pid }] of subjects.entries()) {
			const stop = isCold ? writingTo(files[at] ?? '') : () => {};
			const before = processorMs(pid);
			const answers = await answersASecond(household, asked(household), seconds, { connections });
			stop();
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

/** Another process's writes, about a thousand a second, so that nothing read before can be answered with again. */
function writingTo(file: string): () => void {
	const database = new Sqlite(file);
	database.pragma('synchronous = OFF');
	const write = database.prepare('UPDATE "Instance" SET "name" = "name"');
	const timer = setInterval(() => write.run(), 1);
	return () => {
		clearInterval(timer);
		database.close();
	};
}

async function startLimit(
	file: string
): Promise<{ origin: string; pid: number; stop: () => void }> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [join(import.meta.dirname, 'limit-server.ts')], {
		env: { ...process.env, LIMIT_FILE: file, PORT: String(port) },
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
