import { Overtaken } from '../data/overtaken.ts';
import { sql } from '../data/sql.ts';
import { yieldToOthers } from '../data/yield-to-others.ts';
import type { Was } from '../kernel/change-event.ts';
import type { Unit } from '../kernel/unit.ts';
import { portionsOf } from './portions.ts';
import { keyOf, type SizedChange, type Own } from './standing-changes.ts';

/**
 * Reads what was before these Changes, which come newest first. The oldest Change of a field decides, so what newer ones hold of that field is
 * left out: all the former notes of an item may not fit into memory.
 */
export async function withFormerValues(unit: Unit, changes: SizedChange[]): Promise<Own[]> {
	const decided = new Map<string, Set<string>>();
	const read = new Map<number, Was>();
	for (const numbers of portionsOf(changes.filter(({ wasBytes }) => wasBytes > 0).toReversed())) {
		await yieldToOthers();
		const rows = await unit.read.query<Stored>(sql`
			SELECT "number", "kind", "itemUid", "listUid", "was" FROM "Change"
			WHERE "number" IN (${sql.join(numbers)}) ORDER BY "number"`);
		// Some have expired since they were found. Begun anew, the undo finds them no more.
		if (rows.length < numbers.length) throw new Overtaken();
		for (const row of rows) {
			const fields = decided.get(keyOf(row)) ?? new Set();
			const was = Object.entries<Was[string]>(JSON.parse(row.was));
			const decisive = was.filter(([field]) => !fields.has(field));
			for (const [field] of decisive) fields.add(field);
			decided.set(keyOf(row), fields);
			read.set(row.number, Object.fromEntries(decisive));
		}
	}
	return changes.map(({ number, at, kind, itemUid, listUid }) => ({
		...{ number, at, kind, itemUid, listUid },
		was: read.get(number)
	}));
}

type Stored = Omit<SizedChange, 'at' | 'wasBytes'> & { was: string };
