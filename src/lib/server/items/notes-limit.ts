import * as m from '../../paraglide/messages.js';
import { notYet } from '../kernel/errors.ts';
import { sql } from '../data/sql.ts';
import type { Unit } from '../kernel/unit.ts';

/** The notes of a list are read and shown all at once. Without a limit that would take the memory of the whole server. */
const maxNoteBytesPerList = 10_000_000;

/** Code units. Shorter notes are not counted when they are written, since a full list of them is within the limit. */
const longNote = 300;

/** Throws where the notes on a list are longer than it can hold. `written` are those that have just come to it, if they are known. */
export async function refuseIfTooMuchNoted(
	unit: Unit,
	listUid: string,
	written?: { note?: string | undefined }[]
): Promise<void> {
	if (written?.every(({ note = '' }) => note.length <= longNote)) return;
	const [row] = await unit.read.query<{ bytes: bigint | number | null }>(sql`
		SELECT SUM(octet_length(i."note")) AS "bytes" FROM "Item" i
		WHERE i."listUid" = ${listUid} AND i."deletedAt" IS NULL`);
	if (Number(row?.bytes ?? 0) > maxNoteBytesPerList) throw notYet(m.list_full_of_notes());
}
