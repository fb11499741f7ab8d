// A shared value arrives on a page as it was, whatever it holds.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transport } from '../../src/hooks.ts';
import { jsonOf, shared } from '../../src/lib/client/format/shared.ts';

const { encode, decode } = transport.shared;
const name = fc.constantFrom('uid', 'label', 'uid,label', '__proto__', 'value', 'fields', 'rows');
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf));
const rows = fc.oneof(
	fc.array(fc.dictionary(name, value)),
	fc.array(fc.record({ uid: value, label: value }, { requiredKeys: ['uid'] })),
	fc.array(fc.record({ uid: leaf, label: leaf, 'uid,label': leaf }))
);

it('a value is on the page what it was on the server', () => {
	fc.assert(
		fc.property(fc.oneof(rows, fc.dictionary(name, value), fc.array(value)), (given) => {
			const wanted = JSON.stringify(given);
			expect(JSON.stringify(decode(String(encode(shared(given)))))).toBe(wanted);
			expect(jsonOf(given)).toBe(wanted);
		}),
		{ numRuns: 3_000 }
	);
});

it('rows name their fields once', () => {
	const given = shared([
		{ uid: 'a', label: 'milk' },
		{ uid: 'b', label: 'bread' }
	]);
	expect(encode(given)).toBe('{"fields":["uid","label"],"rows":[["a","milk"],["b","bread"]]}');
});

it('what is not shared goes into a page as before', () => {
	expect(encode({ uid: 'a' })).toBe(false);
	expect(encode('a')).toBe(false);
});
