// docs/browsers.md names features, files and tests: each file uses its feature, and each test exists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(join(root, name), 'utf8');

const rows = [...text('docs/browsers.md').matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (.+) \|$/gm)].map(
	([, feature = '', file = '', rest = '']) => ({ feature, file, tried: rest.split(' | ').at(-1) })
);
const trying = text('tests/pages/without.spec.ts');

it('has a row for each of more than a dozen features', () => {
	expect(rows.length).toBeGreaterThan(12);
});

it.each(rows)('$feature is used in $file', ({ feature, file }) => {
	const [name = feature] = /^[\w.-]+/.exec(feature) ?? [];
	expect(text(file)).toContain(name);
});

it.each(rows.filter(({ tried }) => tried?.startsWith('without ')))(
	'$feature is tried $tried',
	({ tried = '' }) => {
		const what = tried.replace('without ', '');
		expect(trying).toMatch(new RegExp(`^\\t'?${what}'?: \\(\\) =>|^test\\('without ${what} `, 'm'));
	}
);

it('every feature that is switched off has a row', () => {
	const off = [...trying.matchAll(/^\t'?([\w. ]+)'?: \(\) =>/gm)].map(
		([, name]) => `without ${name}`
	);
	expect(off.length).toBeGreaterThan(5);
	expect(off.filter((name) => !rows.some(({ tried }) => tried === name))).toEqual([]);
});
