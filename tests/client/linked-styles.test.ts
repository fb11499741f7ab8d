// A page without script has the styles of everything that it shows: it links the style sheet of each file that it imports.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Manifest = z.record(
	z.string(),
	z.object({ imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) })
);
const output = '.svelte-kit/output';
const manifest = Manifest.parse(
	JSON.parse(readFileSync(`${output}/client/.vite/manifest.json`, 'utf8'))
);

it('every page links the styles of all that it imports', () => {
	const pages = globSync(`${output}/server/nodes/*.js`)
		.map((file) => ({ number: basename(file, '.js'), code: readFileSync(file, 'utf8') }))
		.filter(({ code }) => code.includes('/_page.svelte.js'));
	expect(pages.length).toBeGreaterThan(30);
	const missing = pages.map(({ number, code }) => {
		const linked = /export const stylesheets = (.*);/.exec(code)?.[1] ?? '';
		return [number, stylesOf(number).filter((sheet) => !linked.includes(sheet))];
	});
	expect(missing.filter(([, sheets]) => sheets?.length)).toEqual([]);
});

function stylesOf(number: string): string[] {
	const imported = new Set([`.svelte-kit/generated/client-optimized/nodes/${number}.js`]);
	for (const file of imported)
		for (const other of manifest[file]?.imports ?? []) imported.add(other);
	return [...imported].flatMap((file) => manifest[file]?.css ?? []);
}
