import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, it, vi } from 'vitest';
import { takeFile } from '../../src/lib/server/data/sqlite/take-file.ts';
import { scratch } from '../support/world.ts';

afterEach(() => void vi.unstubAllEnvs());

it.each([
	['beside it, where the folder of the system cannot be written', '/nowhere', true],
	['in the folder of the system, where that can be written', '', false]
])('the temporary files of a database stand %s', async (_, systemFolder, isBeside) => {
	const folder = await mkdtemp(join(await scratch(), 'take-file-'));
	vi.stubEnv('TMPDIR', systemFolder || tmpdir());
	vi.stubEnv('SQLITE_TMPDIR', undefined);
	const release = await takeFile(join(folder, 'hearth.db'));
	expect(process.env['SQLITE_TMPDIR']).toBe(isBeside ? folder : undefined);
	release();
});
