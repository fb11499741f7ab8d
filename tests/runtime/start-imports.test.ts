// The files that a process has loaded when it is ready. They are most of the memory that it holds while idle.
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { openCast, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

/** Remove a package here when it is no longer loaded. */
const always = [
	'@node-rs/argon2',
	'@oslojs/binary',
	'@oslojs/crypto',
	'@oslojs/encoding',
	'@prisma/client',
	'@prisma/client-runtime-utils',
	'@prisma/debug',
	'@prisma/driver-adapter-utils',
	'bowser',
	'lru-cache',
	'lucia',
	'p-limit',
	'yocto-queue'
];
const packages: Record<Provider, string[]> = {
	sqlite: [...always, '@prisma/adapter-better-sqlite3', 'better-sqlite3'],
	postgresql: [
		...always,
		'@prisma/adapter-pg',
		'pg',
		'pg-connection-string',
		'pg-int8',
		'pg-pool',
		'pg-protocol',
		'pg-types',
		'postgres-array',
		'postgres-bytea',
		'postgres-date',
		'postgres-interval',
		'xtend'
	]
};

/** The greatest total size of its files, in bytes, without those of Node itself. */
const mostBytes = { sqlite: 1_821_000, postgresql: 2_115_000 };

describe.each(providers)('a server on %s that is started again', (provider) => {
	let cast: Cast;
	let folder: string;
	let files: string[];
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-imports-'));
		const file = join(folder, 'imports');
		await writeFile(file, '');
		cast = await openCast(provider, {
			HEARTH_TEST_IMPORTS: file,
			NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/note-imports.mjs')}`
		});
		await writeFile(file, '');
		await cast.server.restart();
		files = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
	});
	afterAll(async () => {
		await cast.close();
		await rm(folder, { recursive: true });
	});

	it('loads only the listed packages', () => {
		const found = files.flatMap((file) => packageOf(file) ?? []);
		expect([...new Set(found)].sort()).toEqual(packages[provider].toSorted());
	});

	it('loads no engine of the database client', () => {
		expect(files.filter((file) => /query_compiler|query_engine/.test(file))).toEqual([]);
	});

	it(`reads ${mostBytes[provider] / 1000} KB at most`, async () => {
		const sizes = await Promise.all(
			[...new Set(files)].map(async (file) => (await stat(file)).size)
		);
		expect(sizes.length).toBeGreaterThan(50);
		expect(
			sizes.reduce((sum, size) => sum + size, 0),
			'load what is rare when it is needed; if only the code grew, raise `mostBytes`'
		).toBeLessThan(mostBytes[provider]);
	});
});

describe('the build', () => {
	it('bundles Zod, and imports no other', () => {
		const files = globSync('build/server/**/*.js');
		expect(files.length).toBeGreaterThan(50);
		const leading = files.filter((file) =>
			/(?:from|import\()\s*['"]zod(?:\/|['"])/.test(readFileSync(file, 'utf8'))
		);
		expect(leading).toEqual([]);
	});
});

/** The package of a file; undefined for binaries for one kind of machine. */
function packageOf(file: string): string | undefined {
	const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
	return name?.startsWith('@node-rs/argon2-') ? undefined : name;
}
