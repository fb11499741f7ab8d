import type { Reader } from './reader.ts';
import { yieldToOthers } from './yield-to-others.ts';
import type { Sql } from './sql.ts';

/** Reads the rows of these uids without duplicates, in several statements where one cannot take so many values. */
export async function readAmong<Row>(
	read: Reader,
	uids: Iterable<string>,
	query: (uids: string[]) => Sql
): Promise<Row[]> {
	const wanted = [...new Set(uids)];
	const rows: Row[] = [];
	for (let from = 0; from < wanted.length; from += uidsAtOnce) {
		// SQLite runs on the event loop, so other requests get a turn.
		if (from > 0) await yieldToOthers();
		for (const row of await read.query<Row>(query(wanted.slice(from, from + uidsAtOnce))))
			rows.push(row);
	}
	return rows;
}

const uidsAtOnce = 5000;
