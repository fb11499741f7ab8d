// Shared rows arrive on a page as they were, whatever they hold.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transport } from '../../src/hooks.ts';
import { reused } from '../../src/lib/client/format/reused.ts';

const { encode, decode } = transport.reused;
const name = fc.constantFrom('uid', 'label', 'uid,label', '__proto__', 'value', 'fields', 'rows');
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf));
const rows = fc.oneof(
	fc.array(fc.dictionary(name, value)),
	fc.array(fc.record({ uid: value, label: value }, { requiredKeys: ['uid'] })),
	fc.array(fc.record({ uid: leaf, label: leaf, 'uid,label': leaf }))
);

it('rows are on the page what they were on the server', () => {
	let tables = 0;
	fc.assert(
		fc.property(fc.oneof(rows, fc.dictionary(name, value), fc.array(value)), (given) => {
			const wanted = JSON.stringify(given);
			const sent = encode(reused(given));
			if (sent) tables += 1;
			if (sent) expect(JSON.stringify(decode(sent))).toBe(wanted);
		}),
		{ numRuns: 3_000 }
	);
	expect(tables).toBeGreaterThan(300);
});

it('rows name their fields once', () => {
	const given = reused([
		{ uid: 'a', label: 'milk' },
		{ uid: 'b', label: 'bread' }
	]);
	expect(encode(given)).toBe('[["uid","label"],[["a","milk"],["b","bread"]]]');
});

it('anything else goes into a page as before', () => {
	const rows = [{ uid: 'a' }, { uid: 'b' }];
	expect([rows, 'a', reused([{ uid: 'a' }]), reused({ ...rows })].map(encode)).toEqual(
		Array(4).fill(undefined)
	);
	expect(encode(reused([{ uid: 'a' }, { uid: 'b', label: 'c' }]))).toBeUndefined();
	expect(
		encode(
			reused([
				{ uid: 'a', label: undefined },
				{ uid: 'b', label: 'c' }
			])
		)
	).toBeUndefined();
});
