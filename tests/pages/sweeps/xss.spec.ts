// Typed text stays text: none of it runs as a script on any page.
import { expect, test, type Page } from '@playwright/test';
import { eachText, texts } from '../../../src/lib/server/items/fields.ts';
import { clientOf } from '../../support/client.ts';
import { adasHousehold } from '../household.ts';
import { call, listWith, uidIn } from '../list-page.ts';

/** Each payload tries another way to break out of its text. None is longer than the shortest field, a quantity. */
const payloads = [
	'<script>ran=1</script>',
	'</script><script>ran=1</script>',
	'</title><script>ran=1</script>',
	'</textarea><script>ran=1</script>',
	'</style><script>ran=1</script>',
	'</option></select><script>ran=1</script>',
	'--><script>ran=1</script>',
	']]><script>ran=1</script>',
	'<ScRiPt>ran=1</sCrIpT >',
	'<script src=//evil.test></script>',
	'<img src=x onerror=ran=1>',
	'<img/src="x"/onerror=ran=1>',
	'"><img src=x onerror=ran=1>',
	"'><img src=x onerror=ran=1>",
	'`><img src=x onerror=ran=1>',
	'<svg onload=ran=1>',
	'<svg><script>ran=1</script></svg>',
	'<math><mtext><img src=x onerror=ran=1>',
	'<body onload=ran=1>',
	'<details open ontoggle=ran=1>',
	'<input autofocus onfocus=ran=1>',
	'" autofocus onfocus="ran=1',
	"' onmouseover='ran=1",
	'<iframe srcdoc="<script>top.ran=1</script>">',
	'<a href="javascript:ran=1" id=x>x</a>',
	'javascript:ran=1',
	'[x](javascript:ran=1)',
	'![x](x"onerror="ran=1)',
	'[x](&#106;avascript:ran=1)',
	'<javascript:ran=1> ![x](//evil.test/x.png)',
	'- [ ] ![x](https://evil.test/x "onerror=ran=1")',
	'&lt;script&gt;ran=1&lt;/script&gt;',
	'{@html "<script>ran=1</script>"}${ran=1}'
];

const server = adasHousehold();

test('thirty-three ways to smuggle a script into every field run on no page', async ({ page }) => {
	test.setTimeout(240_000);
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (/security policy|refused to/i.test(message.text())) complaints.push(message.text());
	});
	page.on('dialog', (dialog) => dialog.dismiss());
	for (const address of await addressesOf(await fillWithPayloads(page))) {
		await page.goto(server.url + address);
		const ran = await page.evaluate(() => 'ran' in globalThis);
		expect({ address, ran, complaints }).toEqual({ address, ran: false, complaints: [] });
		await expect(
			page.locator(
				'[onerror], [onload], [onfocus], [ontoggle], [onmouseover], iframe, main img:not(.paper img), a[href^="javascript:"]'
			),
			address
		).toHaveCount(0);
	}
});

type Filled = {
	listUid: string;
	sectionUids: string[];
	itemUids: string[];
	groupUid: string;
	tokenUid: string;
};

/** Puts every payload into every place where somebody can write text. */
async function fillWithPayloads(page: Page): Promise<Filled> {
	const send = (method: string, path: string, body: Record<string, unknown>) =>
		call(page, server, method, path, body);
	const all = { read: true, write: true, delete: true };
	let groupUid = '';
	let tokenUid = '';
	for (const [number, name] of payloads.entries()) {
		await listWith(page, server, name);
		groupUid = uidIn(await send('POST', '/groups', { name, memberUids: [] }), 'group');
		const token = { name, abilities: all, allLists: true, expiresAt: '' };
		tokenUid = uidIn(await send('POST', '/access-tokens', token), 'token');
		await askAsVisitor(number, '/auth/join-requests', {
			name,
			email: 'x@evil.test',
			message: name
		});
		await askAsVisitor(number, '/auth/reset-requests', { emailOrName: name });
	}
	for (const [number, name] of payloads.slice(0, 6).entries())
		await send('POST', '/members', { name, email: `${number}@mill.test` });
	const items = payloads.map((text) => ({
		...eachText((field) => {
			const { input, example } = texts[field];
			const short = text.slice(0, Number(input.meta()?.maxLength ?? text.length));
			return input.safeParse(short).success ? short : example;
		})
	}));
	const listUid = await listWith(page, server, payloads[2] ?? '', items);
	await send('PUT', `/lists/${listUid}/sharing`, { sharing: 'SHARING_INSTANCE', canEdit: true });
	const itemUids = (await itemsOn(page, listUid)).map(({ uid }) => uid);
	const sectionUids: string[] = [];
	for (const [number, name] of payloads.entries()) {
		const made = await send('POST', `/lists/${listUid}/sections`, { name: name.slice(0, 100) });
		const sectionUid = uidIn(made, 'section');
		sectionUids.push(sectionUid);
		await send('POST', `/items/${itemUids[number]}:move`, { sectionUid });
	}
	const removed = await listWith(page, server, 'Removed', items);
	for (const { uid } of await itemsOn(page, removed))
		await call(page, server, 'DELETE', `/items/${uid}`);
	await send('PATCH', '/members/me', { name: payloads[11] });
	const publicList = { listUid, showNames: true, showMeta: true, allowJoin: true };
	await send('PUT', '/instance/settings', { settings: { name: payloads[1], publicList } });
	return { listUid, sectionUids, itemUids, groupUid, tokenUid };
}

/** Asks from a network of its own each time, because of the hourly limit for each network. */
async function askAsVisitor(number: number, path: string, json: Record<string, string>) {
	const from = `127.3.0.${number + 1}`;
	const answer = await clientOf(server.url).send('POST', `/api/v1${path}`, { json, from });
	expect(answer.status, answer.text).toBe(200);
}

/** Every page that shows a payload, and those that show a part of their own address. */
async function addressesOf({
	listUid,
	sectionUids,
	itemUids,
	groupUid,
	tokenUid
}: Filled): Promise<string[]> {
	const list = `/lists/${listUid}`;
	const inAddress = payloads.map(encodeURIComponent);
	return [
		...[
			'/',
			'/today',
			'/upcoming',
			'/calendar?day=2020-01-01',
			'/archive',
			'/trash',
			'/activity',
			'/public',
			'/sign-out',
			'/password'
		],
		...['', '/share', '/rename', '/clear', '/delete', '/sections', '/text'].map(
			(page) => list + page
		),
		...sectionUids.map((uid) => `${list}/sections/${uid}/delete`),
		`${list}?ticked=${itemUids[0]}`,
		...itemUids.map((uid) => `/items/${uid}`),
		...['', '/members', '/groups', '/requests', '/tokens', '/tokens?all=true', '/instance'].map(
			(page) => `/settings${page}`
		),
		...['/about', '/sessions', '/instance/delete', `/groups/${groupUid}`].map(
			(page) => `/settings${page}`
		),
		`/settings/groups/${groupUid}/delete`,
		`/settings/tokens/${tokenUid}`,
		`/settings/tokens/${tokenUid}/revoke`,
		...inAddress.map((text) => `/search?query=${text}`),
		...inAddress.slice(0, 6).flatMap((text) => [`/add?text=${text}`, `${list}?paste=${text}`]),
		...inAddress.slice(0, 6).map((text) => `/lists/${text}`),
		...inAddress.slice(0, 6).map((text) => `${list}?trashed=${text}&ticked=${text}&said=${text}`)
	];
}

async function itemsOn(page: Page, listUid: string): Promise<{ uid: string }[]> {
	const { items } = await call(page, server, 'GET', `/lists/${listUid}`);
	return Array.isArray(items) ? items : [];
}
