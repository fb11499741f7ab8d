// The addresses of things in the trash: members who could restore them are told so, and nobody else learns that they existed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import type { Client } from '../support/client.ts';
import { comparable } from '../support/comparable.ts';
import { openCast, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('the address of what is in the trash on %s', (provider) => {
	let cast: Cast;
	let owner: Client, editor: Client, reader: Client, tokenOfOtherList: Client;
	/** Both are in the trash: a list that its owner had shared, and an item of a list that is still shared. */
	let listUid: string, itemUid: string;
	/** An item of the list in the trash. */
	let withListUid: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		const [olga, eva, rosa] = [
			await cast.person('Olga'),
			await cast.person('Eva'),
			await cast.person('Rosa')
		];
		[owner, editor, reader] = [olga, eva, rosa];
		const deleted = { deletedAt: new Date(), deletedByUid: olga.uid };
		const shared = { sharing: 'SHARING_SPECIFIC', sharedEdit: true };
		const made = await cast.write((rows) => {
			const list = rows.list(olga.uid, { ...shared, ...deleted, members: [eva.uid, rosa.uid] });
			return {
				list,
				withList: rows.item(list, { label: 'Sandpaper' }),
				item: rows.item(rows.list(olga.uid, { ...shared, members: [eva.uid] }), {
					label: 'Varnish',
					...deleted
				}),
				token: rows.token(olga.uid, { lists: [rows.list(olga.uid)] })
			};
		});
		[listUid, itemUid, withListUid] = [made.list, made.item, made.withList];
		tokenOfOtherList = cast.bearer(made.token.secret);
	});
	afterAll(() => cast.close());

	const listPages = ['', '/share', '/rename', '/delete', '/clear', '/sections', '/text'];
	const open = (client: Client, path: string) =>
		client.send('GET', path, { headers: { accept: 'text/html' } });

	it.each(listPages)('tells the owner of a list, at …%s, how to restore it', async (below) => {
		const answer = await open(owner, `/lists/${listUid}${below}`);
		expect(answer.status).toBe(404);
		expect(answer.text).toContain('<h1>This list is in the trash</h1>');
		expect(answer.text).toMatch(/deleted by Olga just now · gone for good on \d+ \w+ \d{4}/);
		expect(answer.text).toContain(`name="uid" value="${listUid}"`);
	});

	it('tells members who may edit the list of an item', async () => {
		for (const client of [owner, editor]) {
			const answer = await open(client, `/items/${itemUid}`);
			expect(answer.status).toBe(404);
			expect(answer.text).toContain('<h1>This item is in the trash</h1>');
			expect(answer.text).toContain('Varnish');
		}
	});

	it('tells the owner of a list at the address of an item on it, and leads back to the item', async () => {
		const answer = await open(owner, `/items/${withListUid}`);
		expect(answer.status).toBe(404);
		expect(answer.text).toContain("<h1>This item's list is in the trash</h1>");
		expect(answer.text).toContain(`name="uid" value="${listUid}"`);
		expect(answer.text).toContain(`name="opens" value="${withListUid}"`);
		expect(answer.text).not.toContain('Sandpaper');
	});

	it('answers everybody else as at an address that never existed', async () => {
		const addresses = [
			...listPages.map((below) => [`/lists/${listUid}${below}`, `/lists/${newUid('lst')}${below}`]),
			[`/lists/${listUid}/__data.json`, `/lists/${newUid('lst')}/__data.json`],
			[`/items/${itemUid}`, `/items/${newUid('itm')}`],
			[`/items/${itemUid}/__data.json`, `/items/${newUid('itm')}/__data.json`],
			[`/items/${withListUid}`, `/items/${newUid('itm')}`],
			[`/items/${withListUid}/__data.json`, `/items/${newUid('itm')}/__data.json`]
		];
		const kinds: [Client, (path: string) => boolean][] = [
			[cast.ada, () => true],
			[cast.ben, () => true],
			[cast.visitor, () => true],
			[reader, () => true],
			[tokenOfOtherList, () => true],
			// Not for the list and its items, which only its owner can restore.
			[editor, (path) => !path.includes(itemUid)]
		];
		for (const [client, isKept] of kinds)
			for (const [path = '', never = ''] of addresses.filter(([path = '']) => isKept(path)))
				expect(comparable(await open(client, path)), path).toEqual(
					comparable(await open(client, never))
				);
	});
});
