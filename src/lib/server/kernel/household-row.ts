import { Prisma } from '../data/client.ts';
import type { Reader } from '../data/reader.ts';

type HouseholdRow = {
	name: string;
	/** The name under which the household was set up. */
	host: string;
	publicSignup: boolean;
	defaultLocale: string;
};

/** The household's one row, asked for before anybody is known; undefined before it is set up. */
export async function householdRow(read: Reader): Promise<HouseholdRow | undefined> {
	const [row] = await read.query<HouseholdRow>(Prisma.sql`
		SELECT "name", "host", "publicSignup", "defaultLocale" FROM "Instance" WHERE "id" = 1`);
	return row;
}
