// Words that make a sentence hard to read stand in no source, test or document.
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { othersOfTheProject, sources, textOf } from './support/imports.ts';

const documents = globSync('{*.md,docs/**/*.md,prisma/schema.prisma}', {
	cwd: `${import.meta.dirname}/..`
});
const files = [...sources, ...othersOfTheProject, ...documents].filter(
	(file) => file !== 'tests/words.test.ts'
);

/** Each hides the subject or the time of a sentence. */
const hard = /\b(?:whoever|by now|told no otherwise)\b/i;

it('no sentence has a word that hides who does what, or when', () => {
	expect(files.length).toBeGreaterThan(1000);
	expect(files.filter((file) => hard.test(textOf(file)))).toEqual([]);
});
