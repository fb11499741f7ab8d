import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { camelCase, camelised, typed } from '../../src/lib/server/http/text.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';

const schema = z.object({
	name: z.string(),
	done: z.boolean(),
	pinned: z.boolean().optional(),
	all: z.boolean().default(false),
	listUids: z.array(z.string()).default([]),
	shown: z.object({ names: z.boolean().default(false) }).prefault({}),
	abilities: z.object({ read: z.boolean().optional(), write: z.boolean().optional() }),
	order: z
		.enum(['A', 'B'])
		.optional()
		.transform((value) => value ?? 'A')
});

describe('text from a form', () => {
	it('becomes the fields and types of the operation', () => {
		const form = new URLSearchParams(
			'name=Milk&done=true&pinned=on&all=false&listUids=lst_a&listUids=lst_b&abilities.read=on&order=B&shown.names=on'
		);
		expect(typed(schema, form)).toEqual({
			name: 'Milk',
			done: true,
			pinned: true,
			all: false,
			listUids: ['lst_a', 'lst_b'],
			abilities: { read: true },
			shown: { names: true },
			order: 'B'
		});
	});

	it('leaves out fields that were not sent or that the operation does not have', () => {
		expect(
			typed(schema, new URLSearchParams('name=&ownerUid=mem_eve&__proto__=x&abilities=all'))
		).toEqual({ name: '', shown: {}, abilities: {} });
	});

	it('stays text where no type fits, and is then refused', () => {
		for (const text of ['yes', '1', 'TRUE', '']) {
			const read = typed(schema, new URLSearchParams({ done: text }));
			expect(read.done).toBe(text);
			expect(schema.shape.done.safeParse(read.done).success).toBe(false);
		}
	});

	it('takes the last value when a single field is sent twice, as by a checkbox with a hidden field', () => {
		expect(
			typed(schema, new URLSearchParams('done=false&done=on&name=one&name=two'))
		).toMatchObject({ done: true, name: 'two' });
	});

	it('is never given a field outside the schema of any operation', () => {
		const fields = fc.array(
			fc.tuple(
				fc.oneof(
					fc.constantFrom(
						'name',
						'uid',
						'listUid',
						'done',
						'abilities.read',
						'__proto__',
						'constructor'
					),
					fc.string()
				),
				fc.string()
			)
		);
		fc.assert(
			fc.property(fc.constantFrom(...Object.values(catalogue)), fields, ({ input }, drawn) => {
				const read = typed(input, new URLSearchParams(drawn));
				return Object.keys(read).every((name) => Object.hasOwn(input.shape, name));
			})
		);
	});
});

describe('names of fields', () => {
	it('may be written either way', () => {
		expect(camelCase('after_item_uid')).toBe('afterItemUid');
		expect(camelCase('afterItemUid')).toBe('afterItemUid');
		expect(camelised({ items: [{ due_on: '2026-11-22' }], after_item_uid: 'a_b' })).toEqual({
			items: [{ dueOn: '2026-11-22' }],
			afterItemUid: 'a_b'
		});
	});

	it('keep an underscore at either end, and turn nothing into a prototype', () => {
		expect(['_name', 'name_', '__proto__', 'a__b'].map(camelCase)).toEqual([
			'_name',
			'name_',
			'__proto__',
			'a__b'
		]);
		const read = camelised(JSON.parse('{"__proto__": {"is_admin": true}, "name": "x"}'));
		expect(read).toMatchObject({ name: 'x' });
		expect({}).not.toHaveProperty('isAdmin');
	});

	it('leave every value alone, however deep', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
				(value) => camelised(value) === value
			)
		);
		let deep: unknown = 'a_b';
		for (let level = 0; level < 50_000; level += 1) deep = [deep];
		expect(() => camelised(deep)).not.toThrow();
	});
});
