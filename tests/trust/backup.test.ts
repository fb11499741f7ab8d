// The README's backup of a SQLite file that a running server writes into all the time.
import Sqlite from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { note } from '../support/figures.ts';
import { newList, setUpHousehold } from '../support/load.ts';
import { addItemUntilAnswered } from '../support/retrying-client.ts';
import { startServer } from '../support/server.ts';

const readme = join(import.meta.dirname, '../../README.md');
const writers = 4;
/** Large enough for something to be written while it is copied. */
const megabytes = 60;
const writeEveryMs = 10;
const mayTakeMs = 20_000;

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'hearth-backup-'));
	await mkdir(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true }));

it('ends, and holds all that was acknowledged before it', { timeout: 90_000 }, async () => {
	await standInForSqlite3(join(folder, 'bin'));
	const text = await readFile(readme, 'utf8');
	const [, command = ''] = /\*\*Back up\.\*\* SQLite: `([^`]+)` while it runs/.exec(text) ?? [];
	const file = join(folder, 'data/hearth.db');
	const server = await startServer({ databaseUrl: `file:${file}` });
	const household = await setUpHousehold(server.origin);
	const busy = keepBusy(file);
	const acknowledged: string[] = [];
	let isOver = false;
	const work = Array.from({ length: writers }, async (_, name) => {
		const listUid = await newList(household);
		for (let serial = 0; !isOver; serial += 1) {
			const key = `${name}-${serial}`;
			await addItemUntilAnswered(household, listUid, key);
			acknowledged.push(key);
		}
	});
	await expect.poll(() => acknowledged.length).toBeGreaterThan(writers);

	const before = [...acknowledged];
	const begun = performance.now();
	const backingUp = promisify(execFile)('sh', ['-c', command], {
		cwd: folder,
		env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
		timeout: mayTakeMs,
		killSignal: 'SIGKILL'
	});
	await backingUp.finally(() => {
		isOver = true;
		busy.end();
	});
	const took = performance.now() - begun;
	await Promise.all(work);
	await server.stop();

	const [name = ''] = (await readdir(folder)).filter((made) => made.endsWith('.db'));
	expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
	const restored = join(folder, 'data/restored.db');
	await copyFile(join(folder, name), restored);
	const again = await startServer({ databaseUrl: `file:${restored}` });
	await again.stop();
	const copy = new Sqlite(restored, { readonly: true });
	expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
	expect(copy.prepare('SELECT "label" FROM "Item"').pluck().all()).toEqual(
		expect.arrayContaining(before)
	);
	copy.close();
	note('R5 backup of SQLite', {
		megabytes,
		'took ms': Math.round(took),
		'written meanwhile': acknowledged.length - before.length
	});
});

/** Writes a `sqlite3 FILE STATEMENT` into the folder, because few machines have Debian's. */
async function standInForSqlite3(bin: string): Promise<void> {
	const program = `#!${process.execPath}
const Sqlite = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))});
const [file, statement] = process.argv.slice(2);
new Sqlite(file, { fileMustExist: true }).exec(statement);
`;
	await mkdir(bin);
	await writeFile(join(bin, 'sqlite3'), program, { mode: 0o755 });
}

/** Makes the file large, and then writes into it more often than this machine can add items. */
function keepBusy(file: string): { end: () => void } {
	const other = new Sqlite(file, { timeout: 5000 });
	other.exec('CREATE TABLE "Filler" ("bytes" BLOB)');
	const add = other.prepare('INSERT INTO "Filler" VALUES (zeroblob(?))');
	for (let made = 0; made < megabytes; made += 1) add.run(1_000_000);
	const writing = setInterval(() => add.run(1), writeEveryMs);
	return { end: () => (clearInterval(writing), other.close()) };
}
