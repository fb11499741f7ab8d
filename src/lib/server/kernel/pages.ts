import { z } from 'zod';
import { sql, type Sql } from '../data/sql.ts';
import type { Unit } from './unit.ts';

/** More rows than anybody reads at once. */
const rowsPerPage = 200;

/** The number of a page, counted from 1, as it is asked for. */
export const pageNumber = z.int().min(1);

/** Which page is shown, and how many there are. */
export const pageFields = { page: z.int(), pageCount: z.int() };

/** How many of these rows there are, and the page of them that is shown: the last one, where the one that is asked for is behind it. */
export async function pageOf({ read }: Pick<Unit, 'read'>, rows: Sql, asked: number) {
	const [row] = await read.query<Counted>(sql`SELECT COUNT(*) AS "count" FROM ${rows}`);
	const rowCount = Number(row?.count ?? 0);
	const pageCount = Math.max(1, Math.ceil(rowCount / rowsPerPage));
	const page = Math.min(asked, pageCount);
	const limit = sql`LIMIT ${rowsPerPage} OFFSET ${(page - 1) * rowsPerPage}`;
	return { page, pageCount, rowCount, limit };
}

type Counted = { count: bigint | number };
