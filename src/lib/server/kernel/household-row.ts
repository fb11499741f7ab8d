import type { Reader } from '../data/reader.ts';
import { sql } from '../data/sql.ts';

type HouseholdRow = {
	name: string;
	/** The name under which the household was set up. */
	host: string;
	publicSignup: boolean;
	defaultLocale: string;
};

/** The household's one row, read before the caller is known; undefined before it is set up. */
export async function householdRow(read: Reader): Promise<HouseholdRow | undefined> {
	const [row] = await read.query<HouseholdRow>(sql`
		SELECT "name", "host", "publicSignup", "defaultLocale" FROM "Instance" WHERE "id" = 1`);
	return row;
}
