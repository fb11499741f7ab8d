// Generates both database clients from prisma/schema.prisma. Says nothing unless it fails.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { schemaFor } from './diff-schemas.ts';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'src/lib/server/data/generated');
const schemaFile = join(root, 'prisma/schema.prisma');

const scratch = await mkdtemp(join(tmpdir(), 'hearth-generate-'));
try {
	await Promise.all([generate(schemaFile), generateTwin(await readFile(schemaFile, 'utf8'))]);
} catch (cause) {
	console.error(cause.stderr || cause);
	process.exitCode = 1;
} finally {
	await rm(scratch, { recursive: true });
}

/**
 * Writes the Postgres client. At run time the two clients differ only in the configuration inside their class, so this
 * one is that configuration, typed as the SQLite client. SQLite's types are the narrower ones: what only Postgres can
 * do does not compile.
 */
async function generateTwin(schema) {
	const output = join(scratch, 'twin');
	const twin = join(scratch, 'postgresql.prisma');
	await writeFile(
		twin,
		schemaFor('postgresql', schema).replace(/(output\s*=\s*)"[^"]+"/, `$1"${output}"`)
	);
	await generate(twin);
	const [configuration, types] = (await readFile(join(output, 'internal/class.ts'), 'utf8')).split(
		'export type LogOptions<'
	);
	if (!types || !configuration.includes('"activeProvider": "postgresql"'))
		throw new Error('The generated Postgres client does not look as bin/generate.mjs expects it.');
	await mkdir(join(generated, 'postgresql'), { recursive: true });
	await replace(
		join(generated, 'postgresql/client.ts'),
		configuration.replace(/^import type \* as Prisma .*$/m, '') +
			`export const PrismaClient: typeof import('../sqlite/client.ts').PrismaClient = runtime.getPrismaClient(config)
export type PrismaClient = import('../sqlite/client.ts').PrismaClient
`
	);
}

/** Writes the file whole or not at all: another process may be reading it. */
async function replace(file, text) {
	const next = `${file}.${process.pid}`;
	await writeFile(next, text);
	await rename(next, file);
}

function generate(schema) {
	const prisma = join(root, 'node_modules/prisma/build/index.js');
	return promisify(execFile)(process.execPath, [prisma, 'generate', '--schema', schema], {
		cwd: root,
		env: {
			...process.env,
			// Generating needs no schema engine; naming any program keeps Prisma from downloading one.
			PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
			CHECKPOINT_DISABLE: '1'
		}
	});
}
