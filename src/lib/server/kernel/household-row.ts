import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';

type HouseholdRow = {
	name: string;
	/** The name under which the household was set up. */
	host: string;
	publicSignup: boolean;
	defaultLocale: string;
};

/** The household's one row; undefined before it is set up. */
export async function householdRow(read: Reader): Promise<HouseholdRow | undefined> {
	const [row] = await read.query<HouseholdRow>(sql`
		SELECT "name", "host", "publicSignup", "defaultLocale" FROM "Instance" WHERE "id" = 1`);
	return row;
}

/** The same, cached for a second. That there is no row yet is not cached, so that set-up counts at once. */
export async function recentHouseholdRow(read: Reader): Promise<HouseholdRow | undefined> {
	const known = recent.get(read);
	if (known && performance.now() < known.until) return known.row;
	const row = await householdRow(read);
	if (row) recent.set(read, { row, until: performance.now() + cachedForMs });
	return row;
}

const recent = new WeakMap<Reader, { row: HouseholdRow; until: number }>();

const cachedForMs = 1000;
