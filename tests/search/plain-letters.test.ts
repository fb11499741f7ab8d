// A household with words from before ß was folded to ss.
import { expect, it } from 'vitest';
import { migrate } from '../../src/lib/server/data/migrations/migrate.ts';
import { openDatabase } from '../../src/lib/server/data/open-database.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { old, oldHousehold } from '../support/old-household.ts';
import { providers, worldOn } from '../support/world.ts';

const letters = 'ß æ œ ø ł đ ð þ ı ى ة ک ی';

it.each(providers)(
	'finds what an older version wrote, and puts it into its old section, on %s',
	async (provider) => {
		const things = [
			{ label: 'Süßkartoffeln', quantity: '', note: 'aus der Straße' },
			{ label: letters, quantity: '' },
			{ label: 'Soap', quantity: '' }
		];
		const url = await oldHousehold(provider, things, '0015');
		await rememberPlaces(url);
		expect((await migrate(url))[0]).toBe('0015_plain_letters');
		const world = await worldOn(provider, url);
		const ada = await world.member('Ben', 'ROLE_ADMIN');
		await world.database.writer.list.update({
			where: { uid: old.listUid },
			data: { ownerUid: ada.member.uid }
		});
		const found = async (query: string) =>
			(await world.ask(search.search, ada, { query })).hits.map(({ itemUid }) => itemUid);
		expect(await found('susskart')).toEqual(['itm_0']);
		expect(await found('SÜSSKARTOFFELN')).toEqual(['itm_0']);
		expect(await found('strasse')).toEqual(['itm_0']);
		for (const letter of letters.split(' ')) expect(await found(letter), letter).toContain('itm_1');
		for (const label of ['Weissbrot', 'Weiß'])
			await world.ask(items.addItem, ada, { listUid: old.listUid, label });
		const { sections: known } = await world.ask(sections.getSections, ada, {
			listUid: old.listUid
		});
		expect(known[0]?.itemUids).toHaveLength(2);
		await world.close();
	}
);

/** Stores places of labels by the old folding. Where two labels are the same now, either place is right. */
async function rememberPlaces(url: string): Promise<void> {
	const { writer, close } = await openDatabase(url);
	const at = new Date();
	const { listUid } = old;
	const section = { uid: 'sec_bread', listUid, name: 'Bread', rank: 0, createdAt: at };
	await writer.section.create({ data: section });
	await writer.sectionLabel.createMany({
		data: ['weißbrot', 'weiß', 'weiss', 'weıß', 'weiıß', 'soap'].map((label) => ({
			...{ listUid, label, sectionUid: section.uid, at }
		}))
	});
	await close();
}
