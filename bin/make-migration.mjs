// npm run migration -- NAME: writes the next migration, for both databases, from what changed in prisma/schema.prisma
// since the last one. prisma/migrations/schema.snapshot.prisma is the schema as the last one left it, so no database
// is needed here; tests/data/migrations.test.ts proves that the migrations still add up to the schema.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAddedColumns } from './added-columns.ts';
import { diffSchemas } from './diff-schemas.ts';

const folder = join(import.meta.dirname, '../prisma/migrations');
const snapshot = join(folder, 'schema.snapshot.prisma');
const nothing = 'datasource db {\n\tprovider = "sqlite"\n}\n';

const name = process.argv[2] ?? '';
if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
	console.error(
		'Name the migration after what changes, in small letters: npm run migration -- due_times'
	);
	process.exit(1);
}

const before = await readFile(snapshot, 'utf8').catch(() => nothing);
const after = await readFile(join(folder, '../schema.prisma'), 'utf8');
const scripts = {
	sqlite: withAddedColumns(
		await diffSchemas('sqlite', before, after),
		await diffSchemas('sqlite', nothing, before)
	),
	postgresql: await diffSchemas('postgresql', before, after)
};
if (!scripts.sqlite && !scripts.postgresql) {
	console.error('prisma/schema.prisma asks for nothing that the migrations do not build already.');
	process.exit(1);
}

const numbered = `${String((await lastNumber()) + 1).padStart(4, '0')}_${name}`;
for (const [provider, script] of Object.entries(scripts)) {
	const place = join(folder, provider, numbered);
	await mkdir(place, { recursive: true });
	await writeFile(join(place, 'migration.sql'), script || '-- Nothing changes in this database.\n');
	console.log(`prisma/migrations/${provider}/${numbered}/migration.sql`);
}
await writeFile(snapshot, after);

async function lastNumber() {
	const names = await readdir(join(folder, 'sqlite')).catch(() => []);
	return Math.max(0, ...names.map((made) => Number.parseInt(made, 10)));
}
