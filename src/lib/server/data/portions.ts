import { yieldToOthers } from './yield-to-others.ts';

/** The rows in portions of `rowsEach`. */
export async function* inPortions<Row>(rows: Row[], rowsEach: number): AsyncGenerator<Row[]> {
	for (let from = 0; from < rows.length; from += rowsEach) {
		// SQLite runs on the event loop, so other requests get a turn.
		if (from > 0) await yieldToOthers();
		yield rows.slice(from, from + rowsEach);
	}
}

/** How many rows of `valuesEach` values one statement takes. SQLite takes 32,766 values. */
export const rowsThatFit = (valuesEach: number): number => Math.floor(30_000 / valuesEach);
