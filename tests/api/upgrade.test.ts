// The first start of this version on a household of an older one.
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { newRows } from '../support/household.ts';
import { clientOf } from '../support/client.ts';
import { old, oldHousehold } from '../support/old-household.ts';
import { startServer } from '../support/server.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('the first start on an older household, on %s', (provider) => {
	it('finds its old quantities from the first request on', async () => {
		const databaseUrl = await oldHousehold(provider, [
			{ label: 'Gooseberries', quantity: '2 große Päckchen' }
		]);
		const server = await startServer({ databaseUrl });
		const database = await openDatabase(databaseUrl);
		try {
			const rows = newRows();
			const secret = rows.token(old.memberUid, { abilities: ['read'] }).secret;
			await rows.write(database);
			const ada = clientOf(server.origin, { bearer: secret });
			const { body } = await ada.get('/search?query=packchen');
			expect(body).toMatchObject({
				hits: [{ itemUid: 'itm_0', label: 'Gooseberries', where: 'quantity' }],
				hitCount: 1
			});
			expect(server.output()).toContain('quantities are searched now');
		} finally {
			await database.close();
			await server.stop();
		}
	});
});
