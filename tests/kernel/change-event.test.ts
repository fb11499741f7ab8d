// The meaning of each kind of change is defined only in change-event.ts, so that all other code handles a new kind correctly.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

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
