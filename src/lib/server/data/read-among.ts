import type { Reader } from './reader.ts';
import { inPortions } from './portions.ts';
import type { Sql } from './sql.ts';

/** Reads the rows of these uids without duplicates, in several statements where one cannot take so many values. */
export async function readAmong<Row>(
	read: Reader,
	uids: Iterable<string>,
	query: (uids: string[]) => Sql
): Promise<Row[]> {
	const rows: Row[] = [];
	for await (const portion of inPortions([...new Set(uids)], uidsAtOnce))
		for (const row of await read.query<Row>(query(portion))) rows.push(row);
	return rows;
}

const uidsAtOnce = 5000;
