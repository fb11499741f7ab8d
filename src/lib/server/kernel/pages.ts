import { z } from 'zod';
import { sql, type Sql } from '../data/sql.ts';

/** More rows than anybody reads at once. */
const rowsPerPage = 200;

/** The number of a page, counted from 1, as it is asked for. */
export const pageNumber = z.int().min(1);

/** Which page is shown, and how many there are. */
export const pageFields = { page: z.int(), pageCount: z.int() };

/** The page of these rows that is shown: the last one, where the one that is asked for is behind it. */
export function pageWithin(asked: number, rowCount: number) {
	const pageCount = Math.max(1, Math.ceil(rowCount / rowsPerPage));
	const page = Math.min(asked, pageCount);
	const limit: Sql = sql`LIMIT ${rowsPerPage} OFFSET ${(page - 1) * rowsPerPage}`;
	return { page, pageCount, limit };
}
