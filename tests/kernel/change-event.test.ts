// What a kind of change means stands in change-event.ts, so that a new kind is understood wherever kinds are told apart.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.{ts,svelte}').filter(
	(file) => !/generated|paraglide/.test(file)
);

/** A part of a kind's name, such as `item.` or `.added`, that a line compares. */
const namePart =
	/\bkind\)?\.(startsWith|endsWith|includes|split|match)\(|\/\^?(\\\.\(?(added|created|restored|deleted)|(item|list)\\\.)/;

it('is never guessed from a part of its name', () => {
	expect(sources.length).toBeGreaterThan(400);
	const guessing = sources.flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.filter((line) => namePart.test(line))
			.map((line) => `${file}: ${line.trim()}`)
	);
	expect(guessing).toEqual([]);
});
