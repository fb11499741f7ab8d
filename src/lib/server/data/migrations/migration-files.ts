import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { Migration } from './apply-migrations.ts';

/** The folder of the migrations: the first one above this file, both from the source and from the build. */
export function migrationsFolder(): string {
	for (let at = import.meta.dirname; at !== dirname(at); at = dirname(at)) {
		const folder = join(at, 'prisma', 'migrations');
		if (existsSync(folder)) return folder;
	}
	throw new StartupError('the folder prisma/migrations, which belongs to the program, is missing');
}

export async function migrationsIn(folder: string): Promise<Migration[]> {
	const names = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).sort();
	return Promise.all(
		names.map(async (name) => {
			const text = await readFile(join(folder, name, 'migration.sql'), 'utf8');
			// A checkout may have converted the line ends, and the checksum includes them.
			return { name, script: text.replaceAll('\r\n', '\n') };
		})
	);
}
