import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { components, textOf } from './support/styles.ts';

const sprite = readFileSync('src/lib/ui/icons.svg', 'utf8');
const drawn = [...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, name = '']) => name);

it('the sprite has each shape once, and only shapes that an icon can have', () => {
	const named = [...textOf('src/lib/ui/icon-shape.ts').matchAll(/\| '([\w-]+)'/g)];
	expect(drawn.length).toBeGreaterThan(10);
	expect(named.map(([, name]) => name)).toEqual(drawn);
});

it('no other component has a path of its own', () => {
	expect(components.filter((file) => /<path\b/.test(textOf(file)))).toEqual([]);
});

it('no word is a picture: the only picture is the code on a printed list', () => {
	const withPicture = components.filter((file) => /<(?:img|picture|image)\b/.test(textOf(file)));
	expect(withPicture.map((file) => file.split('/').at(-1))).toEqual(['OnPaper.svelte']);
	expect(sprite).not.toMatch(/<text\b/);
});
