// An open page may be of an older build than the server. What it fetches holds nothing that only one build can read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
let listUid: string;
let itemUid: string;
beforeAll(async () => {
	cast = await openCast('sqlite');
	await cast.write((rows) => {
		listUid = rows.list(cast.ada.uid);
		itemUid = rows.item(listUid, { label: 'Milk' });
		rows.item(listUid, { label: 'Bread' });
		rows.item(listUid, { label: 'Soap', doneAt: new Date() });
	});
});
afterAll(async () => void (await cast.close()));

it.each([
	['rename', []],
	['delete', []],
	['clear', ['Soap']]
])('the page for %s holds of the items only what it shows: %j', async (page, shown) => {
	const { status, text } = await cast.ada.send('GET', `/lists/${listUid}/${page}`);
	expect(status).toBe(200);
	expect(['Milk', 'Bread', 'Soap'].filter((label) => text.includes(label))).toEqual(shown);
});

/** Kit writes a value of a hook's kind as `["reused",12]`. */
const encoded = /\["reused",/;

it('a page holds its rows as the text of its own build', async () => {
	const { text } = await cast.ada.send('GET', `/lists/${listUid}`);
	expect(text).toMatch(/app\.decode\('reused', ".*Milk.*"\)/);
});

it('the data that an open page fetches is plain', async () => {
	const { status, text } = await cast.ada.send('GET', `/lists/${listUid}/__data.json`);
	expect([status, text.includes('Milk'), text.includes('Bread')]).toEqual([200, true, true]);
	expect(text).not.toMatch(encoded);
});

it('the answer to a form of an open page is plain', async () => {
	const headers = {
		accept: 'application/json',
		'content-type': 'application/x-www-form-urlencoded',
		'x-sveltekit-action': 'true'
	};
	const tick = (raw: string) => cast.ada.send('POST', `/lists/${listUid}?/tick`, { raw, headers });
	const answers = [await tick(`itemUid=${itemUid}&done=true`), await tick('itemUid=&done=true')];
	expect(answers.map(({ body }) => body)).toMatchObject([
		{ type: 'redirect' },
		{ type: 'failure' }
	]);
	for (const { text } of answers) expect(text).not.toMatch(encoded);
});
