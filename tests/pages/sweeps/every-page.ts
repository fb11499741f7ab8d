// Every page, how to open it, and a household with something to show on each of them.
import { expect, type Page } from '@playwright/test';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunningServer } from '../../support/server.ts';
import { ada, member } from '../household.ts';
import { call, listWith, uidIn } from '../list-page.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The address of a page, or a function that opens or computes it. */
export type Way = string | ((world: World, page: Page) => string | Promise<string>);

/** Every page, by its folder. */
export const pages: Record<string, Way> = {
	'/': '/',
	'/activity': '/activity',
	'/add': '/add',
	'/api': '/api',
	'/archive': '/archive',
	'/calendar': '/calendar',
	'/items/[itemUid]': ({ itemUid }) => `/items/${itemUid}`,
	'/join': '/join',
	'/join/[requestUid]': ({ joinUid }) => `/join/${joinUid}`,
	'/lists/[listUid]': async ({ url, listUid }, page) => {
		await page.goto(`${url}/lists/${listUid}`);
		await page.locator('summary', { hasText: 'Paste items' }).click();
		await page.getByLabel('One item per line').fill('Oats\nRice\nMilk');
		await page.locator('form[action="?/paste"] button:not([formaction])').click();
		await expect(page.locator('[name=line]')).toHaveCount(3);
		return '';
	},
	'/lists/[listUid]/clear': ({ listUid }) => `/lists/${listUid}/clear`,
	'/lists/[listUid]/delete': ({ listUid }) => `/lists/${listUid}/delete`,
	'/lists/[listUid]/rename': ({ listUid }) => `/lists/${listUid}/rename`,
	'/lists/[listUid]/sections': ({ listUid }) => `/lists/${listUid}/sections`,
	'/lists/[listUid]/sections/[sectionUid]/delete': ({ listUid, sectionUid }) =>
		`/lists/${listUid}/sections/${sectionUid}/delete`,
	'/lists/[listUid]/share': ({ listUid }) => `/lists/${listUid}/share`,
	'/lists/[listUid]/text': ({ listUid }) => `/lists/${listUid}/text`,
	'/offline': '/offline',
	'/password': '/password',
	'/public': '/public',
	'/reset': '/reset',
	'/reset/[requestUid]': ({ resetUid }) => `/reset/${resetUid}`,
	'/search': '/search?query=milk',
	'/settings': '/settings',
	'/settings/about': '/settings/about',
	'/settings/account': '/settings/account',
	'/settings/groups': '/settings/groups',
	'/settings/groups/[groupUid]': ({ groupUid }) => `/settings/groups/${groupUid}`,
	'/settings/groups/[groupUid]/delete': ({ groupUid }) => `/settings/groups/${groupUid}/delete`,
	'/settings/instance': '/settings/instance',
	'/settings/instance/delete': '/settings/instance/delete',
	'/settings/keys': '/settings/keys',
	'/settings/members': '/settings/members',
	'/settings/members/[memberUid]/remove': ({ benUid }) => `/settings/members/${benUid}/remove`,
	'/settings/requests': '/settings/requests',
	'/settings/sessions': '/settings/sessions',
	'/settings/tokens': '/settings/tokens',
	'/settings/tokens/[tokenUid]': ({ tokenUid }) => `/settings/tokens/${tokenUid}`,
	'/settings/tokens/[tokenUid]/revoke': ({ tokenUid }) => `/settings/tokens/${tokenUid}/revoke`,
	'/settings/tokens/[tokenUid]/undo': ({ tokenUid }) =>
		`/settings/tokens/${tokenUid}/undo?since=hour`,
	'/setup': '/setup',
	'/sign-in': '/sign-in',
	'/sign-out': '/sign-out',
	'/today': '/today',
	'/trash': '/trash',
	'/upcoming': '/upcoming'
};

/** Pages that are opened by a visitor who is not signed in. */
export const ofVisitors = new Set([
	'/join',
	'/join/[requestUid]',
	'/reset',
	'/reset/[requestUid]',
	'/setup',
	'/sign-in'
]);

/** Creates things for every page to show, and a member who changes all of them. */
export async function openWorld(server: RunningServer, other: Page, visitor: Page) {
	const send = (method: string, path: string, body?: Record<string, unknown>) =>
		call(other, server, method, path, body);
	// `member` finds Ada by this name.
	await send('PATCH', '/members/me', { name: ada.name });
	const ben = member(server, 'Ben');
	const benUid = `mem_${ben.email}`;
	const listUid = await listWith(other, server, 'Groceries', ['Milk', 'Bread']);
	const sectionUid = uidIn(
		await send('POST', `/lists/${listUid}/sections`, { name: 'Dairy' }),
		'section'
	);
	const secondUid = await listWith(other, server, 'Camping', ['Tent']);
	const items = (await send('GET', `/lists/${listUid}`)).items;
	const itemUid = Array.isArray(items) ? String(items[0]?.uid) : '';
	const groupUid = uidIn(
		await send('POST', '/groups', { name: unique('Kitchen'), memberUids: [] }),
		'group'
	);
	const abilities = { read: true, write: true, delete: true };
	const token = { name: 'Tablet', abilities, allLists: true, expiresAt: '' };
	const made = await send('POST', '/access-tokens', token);
	await other.request.fetch(`${server.url}/api/v1/lists/${listUid}/items`, {
		method: 'POST',
		headers: { authorization: `Bearer ${String(made.secret)}` },
		data: { label: 'Eggs' }
	});
	const ask = async (path: string, body: Record<string, unknown>) =>
		String((await call(visitor, server, 'POST', path, body)).requestUid);
	const joinUid = await ask('/auth/join-requests', {
		name: 'Dan',
		email: unique('dan@mill.test'),
		message: ''
	});
	const resetUid = await ask('/auth/reset-requests', { emailOrName: ben.email });
	await send('POST', `/requests/join/${joinUid}:decide`, { approve: true });
	await send('POST', `/requests/reset/${resetUid}:decide`, { approve: true });
	let times = 0;

	/** Changes the initial value of every field on every page. Returns the new name of the household. */
	async function changeEverything(by: Page): Promise<string> {
		const word = `${++times}`;
		const change = (method: string, path: string, body?: Record<string, unknown>) =>
			call(by, server, method, path, body);
		const household = `Mill Lane ${word}`;
		const publicList = {
			listUid: secondUid,
			showNames: times % 2 === 0,
			showMeta: times % 2 > 0,
			allowJoin: times % 2 > 0
		};
		await change('PATCH', `/lists/${listUid}`, { name: `Groceries ${word}` });
		await change('PATCH', `/sections/${sectionUid}`, { name: `Dairy ${word}` });
		await change('PATCH', `/items/${itemUid}`, {
			label: `Milk ${word}`,
			quantity: word,
			note: word,
			dueOn: `2030-01-${String((times % 28) + 1).padStart(2, '0')}`
		});
		await change('POST', `/lists/${listUid}/items`, { label: `Rice ${word}` });
		await change('PATCH', `/groups/${groupUid}`, { name: unique(`Kitchen ${word}`) });
		await change('PUT', `/groups/${groupUid}/members`, {
			memberUids: times % 2 > 0 ? [benUid] : []
		});
		await change('PUT', `/lists/${listUid}/sharing`, {
			sharing: times % 2 > 0 ? 'SHARING_SPECIFIC' : 'SHARING_PRIVATE',
			canEdit: times % 2 > 0,
			memberUids: times % 2 > 0 ? [benUid] : []
		});
		await change('PATCH', '/members/me', { name: `Ada ${word}` });
		await change('POST', '/lists', { name: `A list ${word}` });
		await change('PUT', '/instance/settings', {
			settings: { name: household, publicSignup: false, publicList, defaultLocale: 'en' }
		});
		return household;
	}
	await changeEverything(other);
	return {
		url: server.url,
		listUid,
		sectionUid,
		itemUid,
		groupUid,
		benUid,
		joinUid,
		resetUid,
		tokenUid: uidIn(made, 'token'),
		changeEverything
	};
}

let made = 0;
const unique = (name: string): string => `${process.pid}${++made}${name}`;

/** The pages in `src/routes`, by their addresses. */
export function allPages(): string[] {
	return globSync('src/routes/**/+page.svelte')
		.map((file) => dirname(file).slice('src/routes'.length))
		.map((path) => path.replace(/\/\([^)]*\)/g, '').replace(/=\w+\]/g, ']') || '/')
		.sort();
}
