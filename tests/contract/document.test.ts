// The published document: the committed file is generated from the catalogue, and is well described.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { theDocument } from '../../src/lib/server/http/openapi/document.ts';
import { descriptions } from '../../src/lib/server/http/openapi/descriptions.ts';
import { committed, operationsIn } from '../support/document.ts';
import { exampleAnswerOf } from '../support/example.ts';

const root = join(import.meta.dirname, '../..');
const addressed = Object.values(catalogue).filter(({ address }) => address);

describe('the published document', () => {
	it('is committed as the catalogue generates it: review the difference, then run this test with -u', async () => {
		await expect(published()).toMatchFileSnapshot('../../docs/openapi.json');
	});

	it('has every operation that has an address, by its own name', () => {
		const ids = operationsIn(committed).map(({ id, address }) => `${id} ${address}`);
		const expected = addressed.map(({ name, address }) => `${name} ${address}`);
		const byHand = [
			'streamEvents GET /events',
			'streamPublicEvents GET /public-list/events',
			'getDocument GET /openapi.json'
		];
		expect(ids.sort()).toEqual([...expected, ...byHand].sort());
	});

	it('gives an example of each operation', () => {
		const without = operationsIn(committed).filter(
			(documented) => exampleAnswerOf(documented) === undefined
		);
		expect(without.map(({ id }) => id).sort()).toEqual([
			'getDocument',
			'streamEvents',
			'streamPublicEvents'
		]);
	});

	it('names every body, answer and enumeration, so that a generator of clients has to invent no name', () => {
		const nameless = partsOf(committed)
			.filter(({ part }) => part.type === 'object' || 'enum' in part || 'oneOf' in part)
			.filter(({ path }) => !/^components\.schemas\.\w+$/.test(path));
		expect(nameless.map(({ path }) => path)).toEqual([]);
	});

	it('takes no name that generators of clients give to a type of their own', () => {
		// oapi-codegen and hey-api call an operation's whole answer `GetListsResponse`, and orval `GetListsResult`; ogen makes
		// a type of each credential; what openapi-generator writes in Python takes List from `typing`, and in Go `NewItem`
		// makes an Item.
		const { schemas = {}, securitySchemes = {} } = committed.components ?? {};
		const theirs = new Set([
			...operationsIn(committed).flatMap(({ id }) => [`${id}response`, `${id}result`]),
			...Object.keys(securitySchemes),
			...Object.keys(schemas).map((name) => `New${name}`),
			...['Any', 'Dict', 'List', 'Optional', 'Set', 'Union']
		]);
		const taken = [...theirs].map((name) => name.toLowerCase());
		expect(Object.keys(schemas).filter((name) => taken.includes(name.toLowerCase()))).toEqual([]);
	});

	it('gives no object as a default, of which openapi-generator makes Go that does not compile', () => {
		const objects = partsOf(committed).filter(({ path }) => path.endsWith('.default'));
		expect(objects.map(({ path }) => path)).toEqual([]);
	});

	it('accepts If-Match with every write to a list or an item', () => {
		const writes = addressed.filter(
			({ kind, address = '' }) =>
				kind === 'command' && /^[A-Z]+ \/(lists\/\{listUid\}|items\/\{itemUid\})/.test(address)
		);
		expect(writes.length).toBeGreaterThan(10);
		const without = writes.filter(({ versionedBy }) => !versionedBy);
		expect(without.map(({ name }) => name)).toEqual([]);
		expect(committed.info.description).toContain('Writes without that header ignore it.');
	});

	it('gives every value of an enumeration a name that neither Kotlin nor another enumeration has', () => {
		const enumerations = partsOf(committed).filter(({ part }) => 'enum' in part);
		expect(enumerations.length).toBeGreaterThan(12);
		const all = enumerations.flatMap(({ part }) => part['x-enum-varnames'] ?? part.enum);
		expect(all.filter((name, index) => all.indexOf(name) < index)).toEqual([]);
		expect(all.filter((name) => name === 'name' || name === 'ordinal')).toEqual([]);
		for (const { path, part } of enumerations) {
			const names: unknown = part['x-enum-varnames'] ?? part.enum;
			expect([path, names]).toEqual([path, expect.any(Array)]);
			if (Array.isArray(names))
				expect(names.filter((name) => !/^[A-Za-z][\w.-]*$/.test(String(name)))).toEqual([]);
		}
	});

	it('allows unknown fields in answers and requests', () => {
		const shut = partsOf(committed).filter(({ part }) => 'additionalProperties' in part);
		expect(shut).toEqual([]);
	});

	it('describes every operation beyond its summary, in whole sentences', () => {
		const told = operationsIn(committed).map(({ id, operation }) => ({ id, ...operation }));
		const bare = told.filter(
			({ summary, description = '' }) =>
				!/^[A-Z`].+[.]$/s.test(description) || description.replace(/[.]$/, '') === summary
		);
		expect(
			bare.map(({ id }) => id),
			'say what these do beyond their summary in src/lib/server/http/openapi/descriptions.ts'
		).toEqual([]);
		expect(Object.keys(descriptions).filter((name) => !catalogue[name])).toEqual([]);
	});

	it('says of every `canEdit` whether it is about the caller or the others', () => {
		const said = partsOf(committed).filter(({ path }) => /properties\.canEdit$/.test(path));
		const meaning = said.map(({ path, part }) => [
			path.split('.')[2],
			/^Whether (you|the others)/.exec(String(part.description))?.[1]
		]);
		expect(Object.fromEntries(meaning)).toEqual({
			HouseholdList: 'you',
			ListSharing: 'the others',
			ShareListRequest: 'the others'
		});
	});

	it('names in its sentences only operations, fields and schemas that it has', () => {
		const parts = partsOf(committed);
		const known = new Set([
			...operationsIn(committed).map(({ id }) => id),
			...Object.keys(committed.components?.schemas ?? {}),
			...parts.flatMap(({ part }) => [String(part.name), ...Object.keys(part.properties ?? {})]),
			// Words of HTTP, of JSON and of event streams.
			...['Allow', 'ETag', 'GET', 'HEAD', 'Origin', 'false', 'id']
		]);
		const sentences = parts.flatMap(({ part }) => [part.summary, part.description]).map(String);
		const named = sentences.flatMap((text) => text.match(/(?<=`)[A-Za-z]\w+(?=`)/g) ?? []);
		expect(named.length).toBeGreaterThan(100);
		expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
	});

	it('spells two fields as the specification does', () => {
		const text = JSON.stringify(committed);
		expect(text).toContain('"after_item_uid"');
		expect(text).toContain('"to_list_uid"');
		expect(text, 'an example spells them with underscores too').not.toMatch(
			/afterItemUid|toListUid/
		);
	});

	it('names no server but the one that serves it', () => {
		expect(committed.servers?.map(({ url }) => url)).toEqual(['/api/v1']);
	});

	it('passes the linter Redocly without a finding', async () => {
		// With -u the committed document is written only after this test, so lint a new copy.
		const file = join(mkdtempSync(join(tmpdir(), 'document-')), 'openapi.json');
		writeFileSync(file, published());
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[redocly(), 'lint', '--extends=recommended-strict', '--format=json', file],
			{ cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' } }
		).catch((error: { stdout: string }) => error);
		const { totals, problems }: { totals: { errors: number }; problems: { message: string }[] } =
			JSON.parse(stdout);
		expect(problems.map(({ message }) => message)).toEqual([]);
		expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
	});
});

const published = (): string => `${JSON.stringify(theDocument(), null, '\t')}\n`;

type Part = { path: string; part: Record<string, unknown> };

/** Every object of the document except for examples, with the path to it. */
function partsOf(value: unknown, path: string[] = []): Part[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.entries(value)
		.filter(([name]) => !/^(example|examples|x-enumDescriptions)$/.test(name))
		.flatMap(([name, part]) => partsOf(part, [...path, name]));
	return Array.isArray(value) ? inner : [{ path: path.join('.'), part: { ...value } }, ...inner];
}

/** The path of Redocly's program, from its package.json. */
function redocly(): string {
	const folder = join(root, 'node_modules/@redocly/cli');
	const manifest: { bin: Record<string, string> } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8')
	);
	return join(folder, manifest.bin.redocly ?? '');
}
