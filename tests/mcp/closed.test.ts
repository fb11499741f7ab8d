// A tool refuses an unknown argument by its name, at every depth: a model would report an ignored one as done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offered, toolNamed } from '../../src/lib/server/mcp/tools.ts';
import { isObject, type JsonObject } from '../../src/lib/server/http/json.ts';
import { part } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
let made: { list: string; item: string };
let bearers: { pair: string; token: string };
beforeAll(async () => {
	cast = await openCast('sqlite');
	const { list, item, token } = await cast.write((rows) => {
		const list = rows.list(cast.ada.uid, { name: 'House' });
		const { secret: token } = rows.token(cast.ada.uid);
		return { list, item: rows.item(list), token };
	});
	made = { list, item };
	bearers = { token, pair: await cast.write((rows) => rows.pair(cast.ada.uid)) };
});
afterAll(() => cast.close());

async function refusal(name: string, given: object): Promise<string> {
	const bearer = /own_changes/.test(name) ? bearers.token : bearers.pair;
	const params = { name, arguments: given };
	const { body } = await askedOf(cast.origin, { bearer }, 'tools/call', params);
	const result = part(body, 'result');
	const content = part(result, 'content');
	const said = Array.isArray(content) ? String(part(content[0], 'text')) : JSON.stringify(body);
	return part(result, 'isError') === true ? said : `It was done: ${said}`;
}

/** Each object in a schema, with its path. */
function objectsIn(schema: unknown, path = ''): [string, JsonObject][] {
	if (!isObject(schema)) return [];
	const own: [string, JsonObject][] = schema.type === 'object' ? [[path, schema]] : [];
	const inner = isObject(schema.properties) ? Object.entries(schema.properties) : [];
	return [
		...own,
		...inner.flatMap(([name, within]) => objectsIn(within, path ? `${path}.${name}` : name)),
		...objectsIn(schema.items, `${path}[0]`)
	];
}

const described = offered.map((tool) => tool.described);

describe.each(described)('$name', ({ name, inputSchema }) => {
	it('allows no additional properties in its schema, at every depth', () => {
		for (const [path, schema] of objectsIn(inputSchema))
			expect(schema.additionalProperties, `${name} ${path}`).toBe(false);
	});

	it('refuses an unknown argument, and names the known ones', async () => {
		const before = await cast.database.reader.change.count({ where: { listUid: { not: '' } } });
		for (const [path, { properties }] of objectsIn(inputSchema)) {
			const known = Object.keys(isObject(properties) ? properties : {});
			const said = await refusal(name, at(path, { wibble: 1 }));
			expect(said).toContain(`There is no argument wibble${path && ` in ${path}`}.`);
			expect(said).toContain(known.length > 0 ? `Known: ${known.join(', ')}.` : 'It takes none.');
		}
		expect(await cast.database.reader.change.count({ where: { listUid: { not: '' } } })).toBe(
			before
		);
	});
});

/** An input with nothing but `inner` at that path. */
function at(path: string, inner: object): object {
	const [name = '', ...rest] = path.split(/\[0\]\.?|\./).filter(Boolean);
	if (!name) return inner;
	return {
		[name]: path.startsWith(`${name}[0]`) ? [at(rest.join('.'), inner)] : at(rest.join('.'), inner)
	};
}

it('the most similar argument is suggested', async () => {
	const { item } = made;
	expect(await refusal('move_items', { itemUids: [item], targetList: 'House' })).toMatch(
		/^There is no argument targetList\. Known: itemUids, afterItemUid, toList, section, idempotencyKey\. Did you mean toList\?\n/
	);
	expect(await refusal('change_items', { items: [{ itemUid: item, due: '2031-05-09' }] })).toMatch(
		/^There is no argument due in items\[0\]\. Known: itemUid, label, .*\. Did you mean dueOn\?\n/
	);
	expect(await refusal('share_list', { list: 'House', memberUids: [] })).toContain(
		'Did you mean members?'
	);
	expect(await refusal('get_reach', { everything: true })).not.toContain('Did you mean');
	expect(await refusal('change_items', { items: [{ itemUid: item, done: true }] })).not.toContain(
		'Did you mean'
	);
});

it('the days that bound what is due are dates in the schema, both of them', () => {
	const { from, to } = toolNamed('get_dated_items')?.described.inputSchema.properties ?? {};
	for (const day of [from, to]) expect(day).toMatchObject({ type: 'string', format: 'date' });
});

it('a known argument may be spelled in snake_case', async () => {
	const { list } = made;
	expect(await refusal('get_list', { list, include_done: true })).toMatch(/^It was done: lst_/);
	const inBoth = { list, include_done: true, includeDone: false };
	expect(await refusal('get_list', inBoth)).toMatch(
		/^includeDone is given in two spellings\. Give it once\./
	);
	const onceNull = { list, include_done: true, includeDone: null };
	expect(await refusal('get_list', onceNull)).toMatch(/^includeDone is given in two spellings\./);
	const inTwo = { itemUids: [made.item], after_itemUid: '', afterItem_uid: '' };
	expect(await refusal('move_items', inTwo)).toMatch(/^afterItemUid is given in two spellings\./);
});

it('null is an argument that was left out, at every depth', async () => {
	const { list, item } = made;
	const nothing = { includeDone: null, limit: null, afterItemUid: null };
	expect(await refusal('get_list', { list, ...nothing })).toBe(await refusal('get_list', { list }));
	expect(await refusal('get_list', { list: null })).toBe(await refusal('get_list', {}));
	const added = [{ label: 'Soap', quantity: null, dueOn: null, note: null, section: null }];
	expect(await refusal('add_items', { list: 'House', items: added, idempotencyKey: null })).toMatch(
		/^It was done: Added 1 item/
	);
	expect(await refusal('tick_items', { itemUids: [item, null], done: true })).toContain(
		'must be text'
	);
	expect(await refusal('get_list', { list, wibble: null })).toContain('no argument wibble');
});

it('a text of an item stays where null was sent for it, and the answer says how to remove it', async () => {
	const item = await cast.write((rows) =>
		rows.item(made.list, { label: 'Paint', quantity: '2 l', dueOn: '2031-05-09' })
	);
	const said = (given: object) =>
		refusal('change_items', { items: [{ item_uid: item, ...given }] });
	const how = 'A field that is null stays as it is; "" removes a quantity, due date or note.';
	expect(await said({ label: null, quantity: '3 l', due_on: null, note: null })).toMatch(
		/"Paint" · "3 l" · due 2031-05-09.*\nA field that is null stays as it is; "" removes/
	);
	expect(await said({ label: null, quantity: '4 l', note: null })).not.toContain(how);
	expect(await said({ dueOn: null })).toContain(
		`Say what to change of it: label, quantity, dueOn or note. ${how}`
	);
	expect(await said({ label: 'Glue', expectedLabel: 'Ink' })).toMatch(/is called "Paint" now\.$/);
});

it('null is refused for what an item was last seen with, because it would not be compared', async () => {
	const item = await cast.write((rows) => rows.item(made.list, { label: 'Hook', note: 'by Ben' }));
	const said = (given: object) => refusal('change_items', { items: [{ itemUid: item, ...given }] });
	for (const name of ['expectedNote', 'expected_note'])
		expect(await said({ note: 'by an assistant', [name]: null })).toMatch(
			/^items\[0\] \("itm_[\w-]+"\): .*must be text/
		);
	expect(await said({ label: 'Peg', expectedLabel: null })).toContain('must be text');
	const { label, note } = await cast.database.reader.item.findUniqueOrThrow({
		where: { uid: item }
	});
	expect([label, note]).toEqual(['Hook', 'by Ben']);
});

it('the name of an unknown argument is repeated shortened, with invisible characters escaped', async () => {
	const given = { ['x'.repeat(100_000)]: 1, '\u202e\u{e0041}': 1, constructor: 1 };
	const said = await refusal('get_list', given);
	expect(said.length).toBeLessThan(2_000);
	expect(said).toContain('There is no argument constructor.');
	expect(said).toContain('"\\u202e\\udb40\\udc41"');
	expect(said).not.toMatch(/[\u202e\u{e0041}]/u);
});
