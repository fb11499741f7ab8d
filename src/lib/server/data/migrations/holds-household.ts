import { providerOf } from '../database-url.ts';
import { connect } from './connect.ts';
import { statement } from '../statement.ts';
import { unusable } from '../unusable-database.ts';
import { recordsOn } from './migration-records.ts';

/** Whether the database was migrated once and a household set up in it. Changes nothing. Throws StartupError. */
export async function holdsHousehold(databaseUrl: string): Promise<boolean> {
	try {
		const { adapter, close } = await connect(providerOf(databaseUrl), databaseUrl);
		try {
			if ((await recordsOn(adapter)).length === 0) return false;
			const { rows } = await adapter.queryRaw(statement('SELECT 1 FROM "Instance" WHERE "id" = 1'));
			return rows.length > 0;
		} finally {
			await close();
		}
	} catch (cause) {
		throw unusable(databaseUrl, cause);
	}
}
