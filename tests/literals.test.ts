// Every text that people read is a message of the catalogue. The developer reference is left out, which is documentation in
// English, and so are answers to programs.
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sentencesIn, wordsShownBy } from './support/literals.ts';

const read = globSync('src/{routes,lib/ui}/**/*.{ts,svelte}')
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !/^src\/routes\/api\/|\/\+server\.ts$/.test(file))
	.sort();

const said = (files: string[], wordsOf: (file: string) => string[]): string[] =>
	files.flatMap((file) => wordsOf(file).map((words) => `${file}: ${words.trim()}`));

it('no component shows words of its own', () => {
	const components = read.filter((file) => file.endsWith('.svelte'));
	expect(components.length).toBeGreaterThan(100);
	expect(said(components, wordsShownBy)).toEqual([]);
});

it('no script of a page holds a sentence of its own', () => {
	expect(said(read, sentencesIn)).toEqual([]);
});
