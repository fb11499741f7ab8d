// An attacker who controls a part of a compressed answer can guess the rest from its length (BREACH). So an answer that shows
// a secret is sent uncompressed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { checkPhrase } from '../../src/lib/server/requests/reset.ts';
import { openCast, openHouse, password, type Cast } from '../support/household.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { pagesWith } from '../support/flood.ts';
import { providers } from '../support/world.ts';

/** Fields of outputs that are secrets, or that convince an admin of who is asking. */
const secretFields = /secret|password|phrase|code|^accessToken$/i;

/** Fields that only sound like a secret. */
const known = ['mustChangePassword', 'minPasswordLength', 'code'];

it('every operation that answers a secret says so', () => {
	const operations = Object.values(catalogue);
	const silent = operations
		.filter(({ secrets, showsSecret }) => !secrets && !showsSecret)
		.filter(({ output }) =>
			fieldsOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })).some(isSecret)
		)
		.map(({ name }) => name);
	expect(silent).toEqual([]);
	const marked = operations.filter(({ secrets, showsSecret }) => secrets || showsSecret);
	expect(marked.map(({ name }) => name).sort()).toEqual([
		'addMember',
		'askForReset',
		'followReset',
		'getRequestsToDecide',
		'makeAccessToken',
		'refreshPair',
		'signIn'
	]);
});

describe.each(providers)('a secret on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => void (await cast.close()));

	const accept = { 'accept-encoding': 'gzip, br, zstd' };
	const html = { ...accept, accept: 'text/html' };
	const script = { ...accept, accept: 'application/json', 'x-sveltekit-action': 'true' };
	const type = { 'content-type': 'application/x-www-form-urlencoded' };
	const fields = (given: Record<string, string>) => new URLSearchParams(given).toString();

	it('shown by a form is not compressed, with script and without', async () => {
		for (const headers of [html, script]) {
			const raw = fields({
				name: 'Cleo',
				email: `cleo-${headers.accept.length}@mill.test`,
				role: 'ROLE_MEMBER'
			});
			const member = await cast.ada.send('POST', '/settings/members?/add', {
				raw,
				headers: { ...type, ...headers }
			});
			expectPlain('a temporary password', member, /[a-z]+ [a-z]+ [a-z]+ [a-z]+/);
			const token = await cast.ada.send('POST', '/settings/tokens', {
				raw: fields({ name: 'kitchen', 'abilities.read': 'on', allLists: 'on', until: '30-days' }),
				headers: { ...type, ...headers }
			});
			expectPlain('an access token', token, /hearth_[\w-]{20}/);
		}
	});

	it('answered over REST is not compressed', async () => {
		const post = (path: string, json: unknown) =>
			cast.ada.send('POST', `/api/v1${path}`, { json, headers: accept });
		const email = 'dan@mill.test';
		expectPlain(
			'a temporary password',
			await post('/members', { name: 'Dan', email, role: 'ROLE_MEMBER' }),
			/temporaryPassword/
		);
		const abilities = { read: true, write: false, delete: false };
		const token = { name: 'tablet', abilities, listUids: [], allLists: true, expiresAt: '' };
		expectPlain('an access token', await post('/access-tokens', token), /"secret"/);
		const signIn = { email: 'ada@mill.test', password };
		expectPlain('a sign-in', await post('/auth/sign-in', signIn), /"accessToken"/);
	});

	it('that two people compare is compressed on no page of either', async () => {
		const asked = await cast.visitor.send('POST', '/reset', {
			raw: fields({ emailOrName: 'Ben' }),
			headers: { ...type, ...html, 'sec-fetch-site': 'same-origin' }
		});
		const path = asked.headers.location ?? '';
		const phrase = checkPhrase(path.split('/').at(-1) ?? '');
		for (const data of ['', '/__data.json'])
			expectPlain(
				path + data,
				await cast.visitor.send('GET', path + data, { headers: html }),
				phrase
			);
		for (const page of ['/activity', '/settings/requests', '/settings/requests/__data.json'])
			expectPlain(page, await cast.ada.send('GET', page, { headers: html }), phrase);
	});

	it('is on no page that is compressed', async () => {
		const { uid: tokenUid, secret } = await cast.write((rows) => rows.token(cast.ada.uid));
		const groupUid = await cast.write((rows) => rows.group('Kids', [cast.ben.uid]));
		const listUid = await cast.write((rows) => rows.list(cast.ada.uid));
		const itemUid = await cast.write((rows) => rows.item(listUid));
		const sectionUid = await cast.write((rows) => rows.section(listUid));
		const memberUid = cast.ben.uid;
		const pages = pagesWith({ listUid, itemUid, sectionUid, memberUid, groupUid, tokenUid });
		const secrets = [secret, ...[...cast.ada.jar.values()].map(({ value }) => value)];
		let compressed = 0;
		for (const page of pages) {
			const { headers, text } = await cast.ada.send('GET', page, { headers: html });
			if (headers['content-encoding'] === undefined) continue;
			compressed += 1;
			for (const one of secrets) expect(text, page).not.toContain(one);
		}
		expect(compressed).toBeGreaterThan(15);
	});
});

it('the setup code is not compressed where the page of the first run shows it', async () => {
	const house = await openHouse('sqlite', { SETUP_CODE: code });
	const elsewhere = { 'accept-encoding': 'gzip, br, zstd', 'x-forwarded-for': '203.0.113.9' };
	for (const data of ['', '/__data.json']) {
		const page = await clientOf(house.origin).send('GET', `/setup${data}?code=${code}`, {
			headers: elsewhere
		});
		expectPlain(`/setup${data}`, page, code);
	}
	await house.close();
});

const code = 'the-code-of-a-test';

function expectPlain(what: string, { headers, text }: Answer, secret: string | RegExp): void {
	expect([what, text.search(secret) >= 0]).toEqual([what, true]);
	expect([what, headers['content-encoding'], headers['cache-control']]).toEqual([
		what,
		undefined,
		'no-store, no-transform'
	]);
}

/** The names of all properties, at any depth. */
function fieldsOf(schema: unknown): string[] {
	return typeof schema === 'object' && schema !== null
		? Object.entries(schema).flatMap(([name, value]) =>
				name === 'properties' && typeof value === 'object' && value !== null
					? [...Object.keys(value), ...Object.values(value).flatMap(fieldsOf)]
					: fieldsOf(value)
			)
		: [];
}

const isSecret = (field: string): boolean => secretFields.test(field) && !known.includes(field);
