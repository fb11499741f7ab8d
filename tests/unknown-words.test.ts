import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

// A word that is left out in silence would have something else seeded or measured than was asked for.
it.each([
	['prisma/seed.ts', '--lage'],
	['bench/run.ts', 'nope']
])(
	'%s refuses %s in one line, and does nothing',
	async (program, word) => {
		const ended = promisify(execFile)(process.execPath, [program, word], { cwd: root });
		await expect(ended).rejects.toMatchObject({
			code: 1,
			stdout: '',
			stderr: expect.stringMatching(new RegExp(`^Nothing is .* ${word} is unknown.*\\n$`))
		});
	},
	60_000
);
