// Hostile or mistaken input of an assistant is refused in words, and the server goes on.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offered } from '../../src/lib/server/mcp/tools.ts';
import { part, record } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
let bearer: string;
beforeAll(async () => {
	cast = await openCast('sqlite');
	bearer = await cast.write((rows) => {
		rows.item(rows.list(cast.ada.uid));
		return rows.pair(cast.ada.uid);
	});
});
afterAll(() => cast.close());

const values: unknown[] = [
	7,
	true,
	'\0',
	'\ud800',
	'x'.repeat(100_000),
	{ not: '' },
	[['a']],
	[null],
	Array.from({ length: 5_000 }, () => 'itm_x'),
	[JSON.parse('{"__proto__": {"label": "x"}, "constructor": 1, "itemUid": {"not": ""}}')]
];

it.each(offered.map(({ described }) => described))(
	'$name refuses input that it does not understand, without a fault',
	async ({ name, inputSchema }) => {
		const before = await cast.database.reader.change.count();
		const fields = Object.keys(inputSchema.properties).filter(
			(field) => field !== 'idempotencyKey'
		);
		for (const value of fields.length > 0 ? values : []) {
			const given = Object.fromEntries(fields.map((field) => [field, value]));
			const { status, body } = await askedOf(cast.origin, { bearer }, 'tools/call', {
				name,
				arguments: given
			});
			const { result, error } = record(body);
			const said = JSON.stringify(body).slice(0, 300);
			expect(status, said).toBe(200);
			expect(error, said).toBeUndefined();
			expect(JSON.stringify(result)).not.toContain('went wrong on our side');
			if (name !== 'search') expect(part(result, 'isError'), said).toBe(true);
		}
		expect(await cast.database.reader.change.count()).toBe(before);
	}
);

it('unknown tools, and arguments that are no object, are refused as protocol errors', async () => {
	for (const params of [
		{ name: '__proto__' },
		{ name: 'constructor' },
		{ name: 'GET_LIST' },
		{ name: 'getList' },
		{ name: 'get_reach', arguments: [] },
		{ name: 'get_reach', arguments: 'all' }
	]) {
		const { body } = await askedOf(cast.origin, { bearer }, 'tools/call', params);
		expect(part(part(body, 'error'), 'code'), JSON.stringify(params)).toBe(-32602);
	}
	expect((await askedOf(cast.origin, { bearer }, 'tools/list')).status).toBe(200);
});
