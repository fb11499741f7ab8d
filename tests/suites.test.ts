// Every test is in one suite: of the two, `npm test` runs one and `npm run test:trust` the other.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mocking, trust } from './support/suites.ts';

const filesOf = (patterns: string[]): string[] => patterns.flatMap((pattern) => globSync(pattern));

it('names only files that exist', () => {
	for (const pattern of [...trust, ...mocking])
		expect([pattern, filesOf([pattern])]).not.toEqual([pattern, []]);
});

it('runs every file that has a long form where the long forms are run', () => {
	const withLongForm = globSync('tests/**/*.test.ts').filter((file) =>
		/import \{.*\bisLong\b/.test(readFileSync(file, 'utf8'))
	);
	const inTrust = new Set(filesOf(trust));
	expect(withLongForm.length).toBeGreaterThan(20);
	expect(withLongForm.filter((file) => !inTrust.has(file))).toEqual([]);
});

it('runs every project of the page tests by one of the two commands', async () => {
	const { default: pages } = await import('../playwright.config.ts');
	const commands = ['bin/test.mjs', 'bin/trust.mjs'].map((file) => readFileSync(file, 'utf8'));
	const names = pages.projects?.map(({ name = '' }) => name) ?? [];
	expect(names.length).toBeGreaterThan(4);
	for (const name of names)
		expect([name, commands.filter((text) => text.includes(`'${name}'`)).length]).toEqual([name, 1]);
});
