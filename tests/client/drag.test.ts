import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spotBelow, spotOf, withRowAt, type Row } from '../../src/lib/ui/drag/spot.ts';
import { stopAbove, type Stop } from '../../src/lib/ui/drag/stops.ts';

const rowsOf = (plan: Record<string, string>): Row[] =>
	Object.entries(plan).flatMap(([sectionUid, keys]) =>
		[...keys].map((key) => ({ uid: key, key, label: key, done: false, sectionUid }))
	);
const order = (rows: readonly Row[], sectionUid = ''): string =>
	rows
		.filter((row) => row.sectionUid === sectionUid)
		.map(({ key }) => key)
		.join('');

describe('the place of a row that is held', () => {
	const rows = rowsOf({ '': 'abcd', dairy: 'mn' });

	it('is below its neighbour, wherever the neighbour is now', () => {
		const spot = spotBelow(rows, 'a', { sectionUid: '', key: 'c' });
		expect(order(withRowAt(rows, 'a', spot))).toBe('bcad');
		expect(order(withRowAt(rowsOf({ '': 'xcabd' }), 'a', spot))).toBe('xcabd');
		expect(order(withRowAt(rowsOf({ '': 'axbd' }), 'a', spot))).toBe('xbad');
	});

	it('is at the top of the section when all its neighbours are gone', () => {
		const spot = spotBelow(rows, 'a', { sectionUid: 'dairy', key: 'm' });
		const gone = rowsOf({ '': 'abcd', dairy: 'n', other: 'm' });
		expect(order(withRowAt(gone, 'a', spot), 'dairy')).toBe('an');
		expect(order(withRowAt(gone, 'a', spot))).toBe('bcd');
	});

	it('of every row as it is leaves the row where it is', () => {
		for (const { key } of rows) expect(withRowAt(rows, key, spotOf(rows, key))).toHaveLength(6);
		expect(order(withRowAt(rows, 'n', spotOf(rows, 'n')), 'dairy')).toBe('mn');
	});
});

describe('the place under a pointer', () => {
	/** The rows as a page lays them out, with a heading above the rows of each section. */
	function laidOut(rows: readonly Row[], sections: string[], heights: Map<string, number>): Stop[] {
		let at = 0;
		const stop = (sectionUid: string, key: string, height: number): Stop => {
			const edges = { top: at, bottom: at + height };
			at += height;
			return { sectionUid, key, isFolded: false, ...edges };
		};
		return ['', ...sections].flatMap((section) => [
			...(section ? [stop(section, '', 44)] : []),
			...rows
				.filter(({ sectionUid }) => sectionUid === section)
				.map(({ key }) => stop(section, key, heights.get(key) ?? 0))
		]);
	}

	it('is stable: a row never swings between two places while the pointer rests', () => {
		const section = fc.constantFrom('', 'one', 'two');
		const row = fc.record({ section, height: fc.integer({ min: 44, max: 220 }) });
		fc.assert(
			fc.property(
				fc.array(row, { minLength: 1, maxLength: 12 }),
				fc.nat(),
				fc.double({ min: -0.2, max: 1.2, noNaN: true }),
				(made, pick, where) => {
					const rows = made.map(({ section: sectionUid }, at) => {
						const key = `row ${at}`;
						return { uid: key, key, label: key, done: false, sectionUid };
					});
					const heights = new Map(made.map(({ height }, at) => [`row ${at}`, height]));
					const { key = '' } = rows[pick % rows.length] ?? {};
					const stops = (shown: readonly Row[]) => laidOut(shown, ['one', 'two'], heights);
					const middle = where * (stops(rows).at(-1)?.bottom ?? 0);
					const above = stopAbove(stops(rows), key, middle);
					if (!above) return;
					const moved = withRowAt(rows, key, spotBelow(rows, key, above));
					const next = stopAbove(stops(moved), key, middle);
					const stays = next && withRowAt(moved, key, spotBelow(moved, key, next));
					expect(stays ? stops(stays) : stops(moved)).toEqual(stops(moved));
				}
			),
			{ numRuns: 2_000 }
		);
	});
});
