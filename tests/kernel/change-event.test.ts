// The meaning of each kind of change is defined only in change-event.ts, so that all other code handles a new kind correctly.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changeKinds } from '../../src/lib/server/kernel/change-event.ts';

const sources = globSync('src/**/*.{ts,svelte}').filter(
	(file) => !/generated|paraglide/.test(file)
);

/** Code that compares a part of a kind's name, such as `item.` or `.added`. */
const namePart =
	/\bkind\)?\.(startsWith|endsWith|includes|split|match)\(|\/\^?(\\\.\(?(added|created|restored|deleted)|(item|list)\\\.)/;

it('is never derived from a part of its name', () => {
	expect(sources.length).toBeGreaterThan(400);
	const guessing = sources.flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.filter((line) => namePart.test(line))
			.map((line) => `${file}: ${line.trim()}`)
	);
	expect(guessing).toEqual([]);
});

it('is named by what records it: a kind that never happens is not published', () => {
	const server = sources.filter(
		(file) => file.startsWith('src/lib/server/') && !file.endsWith('kernel/change-event.ts')
	);
	const code = server.map((file) => readFileSync(file, 'utf8')).join('\n');
	const names = Object.keys(changeKinds);
	expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});
