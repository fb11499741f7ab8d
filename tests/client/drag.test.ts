import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	dropPlaceBelow,
	dropPlaceOf,
	withRowAt,
	type Row
} from '../../src/lib/ui/drag/drop-place.ts';
import { dropTargetAbove, type DropTarget } from '../../src/lib/ui/drag/drop-targets.ts';

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
		const place = dropPlaceBelow(rows, 'a', { sectionUid: '', key: 'c' });
		expect(order(withRowAt(rows, 'a', place))).toBe('bcad');
		expect(order(withRowAt(rowsOf({ '': 'xcabd' }), 'a', place))).toBe('xcabd');
		expect(order(withRowAt(rowsOf({ '': 'axbd' }), 'a', place))).toBe('xbad');
	});

	it('is at the top of the section when all its neighbours are gone', () => {
		const place = dropPlaceBelow(rows, 'a', { sectionUid: 'dairy', key: 'm' });
		const gone = rowsOf({ '': 'abcd', dairy: 'n', other: 'm' });
		expect(order(withRowAt(gone, 'a', place), 'dairy')).toBe('an');
		expect(order(withRowAt(gone, 'a', place))).toBe('bcd');
	});

	it('of every row as it is leaves the row where it is', () => {
		for (const { key } of rows)
			expect(withRowAt(rows, key, dropPlaceOf(rows, key))).toHaveLength(6);
		expect(order(withRowAt(rows, 'n', dropPlaceOf(rows, 'n')), 'dairy')).toBe('mn');
	});
});

describe('the place under a pointer', () => {
	/** The rows as a page lays them out, with a heading above the rows of each section. */
	function laidOut(
		rows: readonly Row[],
		sections: string[],
		heights: Map<string, number>
	): DropTarget[] {
		let at = 0;
		const target = (sectionUid: string, key: string, height: number): DropTarget => {
			const edges = { top: at, bottom: at + height };
			at += height;
			return { sectionUid, key, isFolded: false, ...edges };
		};
		return ['', ...sections].flatMap((section) => [
			...(section ? [target(section, '', 44)] : []),
			...rows
				.filter(({ sectionUid }) => sectionUid === section)
				.map(({ key }) => target(section, key, heights.get(key) ?? 0))
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
					const targets = (shown: readonly Row[]) => laidOut(shown, ['one', 'two'], heights);
					const middle = where * (targets(rows).at(-1)?.bottom ?? 0);
					const above = dropTargetAbove(targets(rows), key, middle);
					if (!above) return;
					const moved = withRowAt(rows, key, dropPlaceBelow(rows, key, above));
					const next = dropTargetAbove(targets(moved), key, middle);
					const stays = next && withRowAt(moved, key, dropPlaceBelow(moved, key, next));
					expect(stays ? targets(stays) : targets(moved)).toEqual(targets(moved));
				}
			),
			{ numRuns: 2_000 }
		);
	});
});
