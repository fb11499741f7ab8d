// An output that is assembled from cached JSON texts equals the JSON of that output, and its ETag depends on each byte of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { reused } from '../../src/lib/client/format/reused.ts';
import { parseOutput } from '../../src/lib/server/kernel/output.ts';
import { written } from '../../src/lib/server/kernel/output.ts';

const outputs = fc.dictionary(
	fc.string().filter((name) => name !== '__proto__'),
	fc.oneof(fc.constant(undefined), fc.jsonValue())
);

describe('an output as it is sent', () => {
	it('equals JSON.stringify of it, with and without reused values', () => {
		fc.assert(
			fc.property(outputs, (output) => {
				const { json, etag } = written(output);
				expect(json).toBe(JSON.stringify(output));
				for (const value of Object.values(output))
					if (typeof value === 'object' && value !== null) reused(value);
				expect(written(output)).toMatchObject({ json, etag });
			})
		);
	});

	it('has a different ETag if and only if its JSON differs', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), fc.string(), (label, note, more) => {
				const one = { label: label + more, note, items: [{ label }, { note }] };
				const others = [
					structuredClone(one),
					{ note, label: label + more, items: one.items },
					{ label, note: more + note, items: one.items },
					{ ...one, items: one.items.toReversed() },
					{ ...one, items: [] },
					{ ...one, items: JSON.stringify(one.items) },
					{ label: one.label, items: one.items },
					{ ...one, [`note":"${more}`]: '' }
				];
				const first = written(one);
				for (const other of others.map(written))
					expect(first.etag === other.etag).toBe(first.json === other.json);
			})
		);
	});
});

describe('the output that a schema makes', () => {
	const schema = z.object({
		items: z.array(z.object({ label: z.string() })),
		count: z.number(),
		note: z.string().optional()
	});

	it('leaves out what the schema does not name, in a reused value too', () => {
		const items = [{ label: 'milk', secret: 'x' }];
		const wanted = { items: [{ label: 'milk' }], count: 1 };
		expect(parseOutput(schema, { items, count: 1, other: 1 })).toEqual(wanted);
		expect(parseOutput(schema, { items: reused(items), count: 1 })).toEqual(wanted);
	});

	it('is parsed once for a reused value and each schema', () => {
		const items = reused([{ label: 'milk' }]);
		const [first, second] = [1, 2].map((count) => parseOutput(schema, { items, count }));
		expect(first?.items).toBe(second?.items);
		expect(second?.count).toBe(2);
		const bare = z.object({ items: z.array(z.object({})) });
		expect(parseOutput(bare, { items })).toEqual({ items: [{}] });
	});

	it('is refused with the paths of all values that do not fit the schema', () => {
		const wrong = { items: reused([{ label: 1 }]) };
		expect(() => parseOutput(schema, wrong)).toThrow(
			expect.objectContaining({
				issues: [
					expect.objectContaining({ path: ['items', 0, 'label'] }),
					expect.objectContaining({ path: ['count'] })
				]
			})
		);
	});

	it('can be parsed field by field for every operation: no schema has checks of the whole', () => {
		for (const { name, output } of Object.values(catalogue))
			expect([output.def.checks ?? [], output.def.catchall], name).toEqual([[], undefined]);
	});

	it('of a reused value is frozen, and so is what is in it', () => {
		const { items } = parseOutput(schema, { items: reused([{ label: 'milk' }]), count: 1 });
		expect(() => items.push({ label: 'salt' })).toThrow(TypeError);
		expect(() => Object.assign(items[0] ?? {}, { label: 'salt' })).toThrow(TypeError);
	});
});
