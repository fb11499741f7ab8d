// Every test belongs to one of two suites: `npm test` runs one of them, and `npm run test:trust` the other.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mocking, trust } from './support/suites.ts';

const filesOf = (patterns: string[]): string[] => patterns.flatMap((pattern) => globSync(pattern));

it('names only files that exist', () => {
	for (const pattern of [...trust, ...mocking])
		expect([pattern, filesOf([pattern])]).not.toEqual([pattern, []]);
});

it('runs every file with a long form in `npm run test:trust`', () => {
	const withLongForm = globSync('tests/**/*.test.ts').filter((file) =>
		/import \{.*\bisLong\b/.test(readFileSync(file, 'utf8'))
	);
	const inTrust = new Set(filesOf(trust));
	expect(withLongForm.length).toBeGreaterThan(20);
	expect(withLongForm.filter((file) => !inTrust.has(file))).toEqual([]);
});

it('runs every project of the page tests in one of the two commands', async () => {
	const { default: pages } = await import('../playwright.config.ts');
	const commands = ['bin/test.mjs', 'bin/trust.mjs'].map((file) => readFileSync(file, 'utf8'));
	const names = pages.projects?.map(({ name = '' }) => name) ?? [];
	expect(names.length).toBeGreaterThan(4);
	for (const name of names)
		expect([name, commands.filter((text) => text.includes(`'${name}'`)).length]).toEqual([name, 1]);
});
