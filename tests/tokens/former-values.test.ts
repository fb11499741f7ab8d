// What a token's changes keep for an undo does not grow with what they leave alone, and an undo never holds all of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { items } from '../../src/lib/server/items/operations.ts';
import { Overtaken } from '../../src/lib/server/data/overtaken.ts';
import { sql } from '../../src/lib/server/data/sql.ts';
import { withFormerValues } from '../../src/lib/server/tokens/former-values.ts';
import { standingChanges } from '../../src/lib/server/tokens/standing-changes.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { openWorld, providers, type World } from '../support/world.ts';

describe.each(providers)('former values of what a token changed, on %s', (provider) => {
	let world: World;
	beforeAll(async () => {
		world = await openWorld(provider);
	});
	afterAll(() => world.close());

	const longNote = 'n'.repeat(60_000);

	async function scene(name: string) {
		const ada = await world.member(name);
		const { uid: listUid } = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'tea', note: longNote });
		const { caller: token, uid: tokenUid } = await world.tokenOf(ada);
		const edit = (texts: { quantity?: string; note?: string }) =>
			world.ask(items.changeItem, token, { itemUid: item.uid, ...texts });
		const undo = (dryRun: boolean) =>
			world.ask(tokens.undoToken, ada, { tokenUid, since: world.now().toISOString(), dryRun });
		const isBefore = async () =>
			expect((await world.ask(items.getItem, ada, { itemUid: item.uid })).item).toEqual(item);
		return { ada, token, tokenUid, itemUid: item.uid, edit, undo, isBefore };
	}

	it('are those of the changed fields alone', async () => {
		const { token, tokenUid, itemUid, undo, isBefore } = await scene('Ada');
		const edits = Array.from({ length: 200 }, (_, number) => ({ itemUid, quantity: `${number}` }));
		await world.ask(items.changeItems, token, { items: edits });
		const [kept] = await world.database.read.query<{ bytes: number }>(sql`
			SELECT SUM(octet_length("was")) AS "bytes" FROM "Change" WHERE "viaTokenUid" = ${tokenUid}`);
		expect(Number(kept?.bytes)).toBeLessThan(200 * 100);
		expect(await undo(false)).toEqual({ undone: 200, skipped: [] });
		await isBefore();
	});

	it('are read without the notes that an older change overrules', async () => {
		const { ada, tokenUid, edit, undo, isBefore } = await scene('Ben');
		for (let count = 0; count < 100; count += 1) await edit({ note: `${count} ${longNote}` });
		const { database, household } = world;
		const unit = {
			...{ caller: ada, db: database.reader, read: database.read, dialect: database.dialect },
			...{ now: world.now(), config: household.config, held: new Set<string>() },
			...{ record() {}, issue() {}, audit() {} }
		};
		const since = world.now().toISOString();
		const { changes } = await standingChanges(unit, tokenUid, { since });
		expect(changes).toHaveLength(100);
		const whole = await withFormerValues(unit, changes);
		expect(whole.map(({ was }) => was)).toEqual([
			...Array.from({ length: 99 }, () => ({})),
			{ note: longNote }
		]);
		const expired = changes.map((change, index) =>
			index > 0 ? change : { ...change, number: 2 ** 30 }
		);
		await expect(withFormerValues(unit, expired)).rejects.toThrow(Overtaken);
		expect(await undo(true)).toEqual({ undone: 100, skipped: [] });
		expect(await undo(false)).toEqual({ undone: 100, skipped: [] });
		await isBefore();
	});
});
