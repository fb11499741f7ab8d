import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { StartupError } from '../startup-error.ts';
import { statement } from '../statement.ts';

/** Refuses a search path without a schema, and any encoding but UTF8: an emoji or a name in another script would be an error. */
export async function refuseUnsuitable(adapter: SqlDriverAdapter): Promise<void> {
	const { rows } = await adapter.queryRaw(
		statement(`SELECT current_setting('server_encoding'), current_schema()::text`)
	);
	const [encoding, schema] = rows[0] ?? [];
	if (encoding !== 'UTF8')
		throw new StartupError(
			`the Postgres database has the encoding ${String(encoding)}, which cannot hold all that people write; create one with ENCODING 'UTF8', and set DATABASE_URL to it`
		);
	if (!schema)
		throw new StartupError(
			'the search_path of this Postgres role leads to no schema; create the one that it names'
		);
}
