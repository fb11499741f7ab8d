import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '../src/lib/server/data/migrations/migrate.ts';
import { defaults } from '../src/lib/server/runtime/config.ts';

const root = join(import.meta.dirname, '..');
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const readme = text('README.md');
const manifest: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
	text('package.json')
);

const words = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

describe('the README', () => {
	it('lists every variable of the configuration with its default, and no other', () => {
		const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(
			([, name, value]) => [name, value ?? '']
		);
		expect(Object.fromEntries(rows)).toEqual(defaults);
	});

	it('shows only commands that exist', () => {
		const named = [...readme.matchAll(/npm (?:run )?(start|test|[a-z]+(?:[:-][a-z]+)*)\b/g)].map(
			([, name]) => name ?? ''
		);
		expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
		expect(named).toEqual(
			expect.arrayContaining(['start', 'test', 'generate', 'migration', 'seed'])
		);
	});

	it('says which Node is needed, as the package does', () => {
		const [, least] = /needs is Node (\d+\.\d+) or newer/.exec(readme) ?? [];
		expect(manifest.engines.node).toBe(`>=${least}`);
	});

	it('draws a tree of folders that exist', () => {
		const tree = /```\n(prisma\/[\s\S]*?)```/.exec(readme)?.[1] ?? '';
		const folders = [...tree.matchAll(/^( *)([a-z/.]+\/?)\s/gm)].map(([, indent, name]) =>
			indent ? `src/${name}` : (name ?? '')
		);
		expect(folders.length).toBeGreaterThan(8);
		for (const folder of folders) expect(existsSync(join(root, folder)), folder).toBe(true);
	});

	it.each([
		['Add an operation', /takes (\w+) files/, 3, 1],
		['Add a field to an item', /takes (\w+) files/, 7, 0],
		['Add a kind of change', /takes (\w+) files/, 2, 0]
	])('names for "%s" as many files as it says, which exist', (heading, said, most, others) => {
		const [, section = ''] = readme.split(`### ${heading}\n`);
		const text = section.split('\n### ')[0] ?? '';
		const steps = [...text.matchAll(/^\d+\. (?:An? \w+: )?`([^`]+)`/gm)].map(
			([, file = '']) => file
		);
		expect(words.indexOf(said.exec(text)?.[1] ?? '')).toBe(steps.length - others);
		expect(steps.length - others).toBeLessThanOrEqual(most);
		for (const file of steps.map((named) => named.replace(/…?\S*…\S*$/, '')))
			expect(existsSync(join(root, file)), file).toBe(true);
	});

	it('links to files that exist', () => {
		for (const [, target] of readme.matchAll(/\]\(([^)#:]+)\)/g))
			expect(existsSync(join(root, target ?? '')), target).toBe(true);
	});
});

const files = globSync('{*,{bench,bin,docs,prisma,src,static,tests}/**/*.*}', { cwd: root }).filter(
	(file) => !/\/(?:generated|paraglide)\//.test(file)
);
const documents = files.filter((file) => /^(?:README|docs\/.*)\.md$/.test(file));
const inCode = new Set(
	files
		.filter((file) => /\.(?:ts|mjs|js|svelte|prisma|sql)$/.test(file))
		.flatMap((file) => [file, text(file)])
		.join(' ')
		.match(/\w+/g)
);

/** What stands between backticks, without examples and without what was not done. */
function namedIn(document: string): string[] {
	const [done = ''] = text(document)
		.replace(/```[^]*?```/g, '')
		.split('**Alternatives.**');
	return [...done.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

describe.each(documents)('%s', (document) => {
	it('names source files that exist', () => {
		const named = namedIn(document).filter((name) =>
			/^(?!\/)[\w./-]*\w\.(?:ts|mjs|js|svelte|css|html)$/.test(name)
		);
		// Record 31 says what the layout before it was.
		const former =
			/^(?:tests\/)?(?:operations|domain)\/|^(?:lists\/reach|instance\/unpublish)\.ts$/;
		const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
		expect(named.filter((name) => !isThere(name) && !former.test(name))).toEqual([]);
	});

	it('names functions, types and components that there are', () => {
		const ofOthers = ['McpServer', 'GetListResponse200'];
		const named = namedIn(document).flatMap(
			(name) => name.match(/\b[A-Za-z]\w*[a-z][A-Z]\w*\b/g) ?? []
		);
		expect(named.filter((name) => !inCode.has(name) && !ofOthers.includes(name))).toEqual([]);
	});
});

it('pages of the settings are named as they are called', () => {
	const words: Record<string, string> = JSON.parse(text('src/messages/en/shared.json'));
	const pages = [...text('src/lib/ui/settings-pages.ts').matchAll(/name: m\.(\w+)/g)].map(
		([, key = '']) => words[key]
	);
	const named = [
		...documents,
		'bin/set-password.ts',
		'src/lib/server/http/openapi/security-schemes.ts'
	].flatMap((file) =>
		[...text(file).matchAll(/Settings → ([A-Z][\w-]+(?: \w+)*)/g)].map(([, page]) => page)
	);
	expect(named.length).toBeGreaterThan(4);
	expect(named.filter((page) => !pages.includes(page))).toEqual([]);
});

it('an empty household is as large as docs/scale.md says', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'hearth-empty-'));
	await migrate(`file:${join(folder, 'hearth.db')}`);
	const { size } = await stat(join(folder, 'hearth.db'));
	await rm(folder, { recursive: true });
	const [, said] = /an empty household's file is (\d+) KB/.exec(text('docs/scale.md')) ?? [];
	expect(Math.round(size / 1000)).toBe(Number(said));
});

describe('the glossary', () => {
	it('names files that exist', () => {
		const rows = [...text('docs/glossary.md').matchAll(/`([\w/-]+\.ts)` \|$/gm)];
		expect(rows.length).toBeGreaterThan(8);
		for (const [, file] of rows)
			expect(
				existsSync(join(root, file?.startsWith('src/') ? '' : 'src/lib/server', file ?? '')),
				file
			).toBe(true);
	});
});

describe('the decision records', () => {
	it('are numbered without a gap, with context, decision and consequences, each under a page', async () => {
		const names = (await readdir(join(root, 'docs/decisions'))).sort();
		for (const [index, name] of names.entries()) {
			expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(3, '0')}-[a-z0-9-]+\\.md$`));
			const record = text(`docs/decisions/${name}`);
			for (const part of ['**Context.**', '**Decision.**', '**Consequences.**'])
				expect(record).toContain(part);
			expect(record.split(/\s+/).length).toBeLessThan(500);
		}
	});
});
