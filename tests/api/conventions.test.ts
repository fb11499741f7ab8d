// What holds for every address below /api/v1.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { resources } from '../contract/promises.ts';
import { openCast, type Cast } from '../support/household.ts';
import { expectError, part, record } from '../support/answers.ts';
import { clientOf, type Answer } from '../support/client.ts';
import { providers } from '../support/world.ts';

/** The fields that are not strings, in any resource. */
const types: Record<string, string> = {
	...{ canEdit: 'boolean', isOwner: 'boolean', isPinned: 'boolean', addsOnTop: 'boolean' },
	...{ openCount: 'number', doneCount: 'number', done: 'boolean', allLists: 'boolean' },
	...{ mustChangePassword: 'boolean', needsSetup: 'boolean', publicSignup: 'boolean' },
	...{ abilities: 'object', listNames: 'object' }
};

const typed = (resource = ''): Record<string, string> =>
	Object.fromEntries(resource.split(' ').map((field) => [field, types[field] ?? 'string']));

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(providers)('the interface on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => void (await cast.close()));

	const newList = async (name = 'Groceries') =>
		(await cast.ada.ask(lists.createList, { name })).list.uid;
	const newItem = async (listUid: string, body: Record<string, unknown> = {}) =>
		(await cast.ada.ask(items.addItem, { listUid, label: 'milk', ...body })).item.uid;

	describe('a success', () => {
		it('is always 200, with exactly the promised fields, even if they are unset', async () => {
			const list = await newList();
			const item = await newItem(list);
			const seen = [
				['Instance', await cast.visitor.get('/instance'), ''],
				['Member', await cast.ada.get('/auth/me'), 'member'],
				['List', await cast.ada.post('/lists', { name: 'Hardware' }), 'list'],
				['List', await cast.ada.patch(`/lists/${list}`, { name: 'Food' }), 'list'],
				['List', await cast.ada.get(`/lists/${list}`), 'list'],
				['List', await cast.ada.post(`/lists/${list}:duplicate`), 'list'],
				['Item', await cast.ada.post(`/lists/${list}/items`, { label: 'eggs' }), 'item'],
				['Item', await cast.ada.get(`/items/${item}`), 'item'],
				['List', await cast.ada.get(`/items/${item}`), 'list'],
				['Item', await cast.ada.patch(`/items/${item}`, { quantity: '2 l' }), 'item'],
				['Item', await cast.ada.put(`/items/${item}/done`, { done: true }), 'item'],
				['List', await cast.ada.post(`/lists/${list}/archived`, { archived: true }), 'list']
			] as const;
			for (const [resource, answer, field] of seen) {
				expect(answer.status).toBe(200);
				expect(answer.headers['content-type']).toMatch(/^application\/json/);
				expect(typesOf(field ? part(answer.body, field) : answer.body)).toEqual(
					typed(resources[resource])
				);
			}
			const token = { name: 'tablet', abilities: { read: true }, listUids: [list], expiresAt: '' };
			const made = await cast.ada.post('/access-tokens', token);
			expect(typesOf(part(made.body, 'token'))).toEqual(typed(resources.AccessToken));
			expect(part(made.body, 'token')).toMatchObject({
				abilities: { read: true, write: false, delete: false },
				expiresAt: '',
				lastUsedAt: ''
			});
		});

		it('has empty values for unset fields, and 0 for counts', async () => {
			const { body } = await cast.ada.post('/lists', { name: 'Hardware' });
			const unset = {
				isPinned: false,
				addsOnTop: false,
				openCount: 0,
				doneCount: 0,
				archivedAt: '',
				archivedByName: ''
			};
			expect(part(body, 'list')).toMatchObject({
				...unset,
				sharing: 'SHARING_PRIVATE',
				isOwner: true,
				canEdit: true
			});
			const item = part(
				(await cast.ada.get(`/items/${await newItem(await newList())}`)).body,
				'item'
			);
			expect(item).toMatchObject({
				...{ ...noTexts, label: 'milk' },
				doneAt: '',
				doneByName: '',
				doneByUid: '',
				addedViaToken: ''
			});
			expect(item).toMatchObject({ done: false, addedByName: 'Ada' });
		});

		it('writes moments in UTC with milliseconds', async () => {
			const list = await newList();
			const item = await newItem(list);
			await cast.ada.put(`/items/${item}/done`, { done: true });
			const archived = await cast.ada.post(`/lists/${list}/archived`, { archived: true });
			const { doneAt } = record(part((await cast.ada.get(`/items/${item}`)).body, 'item'));
			const { createdAt, updatedAt, archivedAt } = record(part(archived.body, 'list'));
			for (const moment of [doneAt, createdAt, updatedAt, archivedAt])
				expect(moment).toMatch(timestamp);
		});

		it('answers HEAD wherever it answers GET, without a body', async () => {
			const list = await newList();
			const addresses = [
				'/instance',
				'/auth/me',
				'/lists',
				`/lists/${list}`,
				`/lists/${list}/shares`,
				'/dated-items?to=2026-12-31',
				'/sessions',
				'/access-tokens'
			];
			for (const address of [...addresses, `/items/${await newItem(list)}`]) {
				const [got, head] = [await cast.ada.get(address), await cast.ada.head(address)];
				expect([address, head.status, head.text]).toEqual([address, 200, '']);
				expect(head.headers['content-type']).toBe(got.headers['content-type']);
			}
			expect((await cast.visitor.head('/lists')).status).toBe(401);
			expect((await cast.ada.head('/nothing')).status).toBe(404);
		});
	});

	describe('a request', () => {
		it('may spell a field in camelCase or in snake_case', async () => {
			const list = await newList();
			const [first, second] = [await newItem(list), await newItem(list, { due_on: '2026-11-22' })];
			expect(part((await cast.ada.get(`/items/${second}`)).body, 'item')).toMatchObject({
				dueOn: '2026-11-22'
			});
			for (const field of ['after_item_uid', 'afterItemUid']) {
				await cast.ada.post(`/items/${first}:move`, { [field]: '' });
				expect((await cast.ada.post(`/items/${first}:move`, { [field]: second })).status).toBe(200);
				expect(await order(list)).toEqual([second, first]);
			}
			const other = await newList();
			expect((await cast.ada.post(`/items/${first}:move`, { to_list_uid: other })).status).toBe(
				200
			);
			expect(await order(other)).toEqual([first]);
			expect(
				(await cast.ada.patch(`/items/${first}`, { label: 'a', expected_label: 'bread' })).status
			).toBe(409);
		});

		it('is refused when it gives a field twice, in one spelling or in two', async () => {
			const list = await newList();
			const [first, second] = [await newItem(list), await newItem(list)];
			const sent = (method: string, path: string, raw?: string) =>
				cast.ada.send(method, `/api/v1${path}`, {
					...(raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json' } })
				});
			const once = 'Give it once.';
			for (const [path, raw, said] of [
				[`/items/${second}:move`, `{"after_item_uid":"","afterItemUid":"${first}"}`, 'one of them'],
				[`/lists/${list}/items`, '{"label":"a","quantity":"1","label":"b"}', once],
				[`/lists/${list}/items`, '{"label":"a","l\\u0061bel":"b"}', once],
				[
					`/lists/${list}/items:batch`,
					'{"items":[{"label":"a"},{"label":"b","dueOn":"","due_on":""}]}',
					'one of them'
				],
				[
					`/lists/${list}/items`,
					`{"label":"a","${'x'.repeat(9000)}":1,"${'x'.repeat(9000)}":1}`,
					once
				]
			] as const) {
				const answer = await sent('POST', path, raw);
				expectError(answer, 400, 3);
				expect(record(answer.body).message).toContain(said);
				expect(answer.text.length).toBeLessThan(1000);
			}
			for (const [items, field] of [
				['[{"label":"a"},7,{"note":"","label":"b","label":"c"}]', 'items.2.label'],
				['[{"label":"a"},{"label":"b","dueOn":"","due_on":""}]', 'items.1.dueOn'],
				['[[{"a":[1,2],"label":1}],{"b":{"c":{},"d":0,"d":1}}]', 'items.1.b.d']
			] as const) {
				const answer = await sent('POST', `/lists/${list}/items:batch`, `{"items":${items}}`);
				expectError(answer, 400, 3);
				expect(answer.text).toContain(`"field":"${field}"`);
			}
			for (const query of ['to=2031-01-01&to=2032-01-01', 'to=2031-01-01&from=&from='])
				expectError(await sent('GET', `/dated-items?${query}`), 400, 3);
			expect((await sent('GET', `/lists/${list}/shares?query=a&query=b`)).status).toBe(200);
			expect(await order(list)).toEqual([first, second]);
			const twoItems = '{"items":[{"label":"a: \\"label\\":"},{"label":"b"}]}';
			expect((await sent('POST', `/lists/${list}/items:batch`, twoItems)).status).toBe(200);
			for (const raw of [':::', '{"a":1,"a":', '{"\n":1,"\\x":2}'])
				expect(record((await sent('POST', '/lists', raw)).body).message).toMatch(
					/^This is not JSON/
				);
		});

		it('for a stream spells and repeats its fields like any other request', async () => {
			const list = await newList();
			const asked = async (query: string) =>
				(await cast.ada.send('HEAD', `/api/v1/events?${query}`)).status;
			expect(await asked(`list_uid=${list}&unknown=1&unknown=2`)).toBe(200);
			expect(await asked('list_uid=lst_none')).toBe(404);
			expect(await asked(`listUid=${list}&listUid=${list}`)).toBe(400);
			expect(await asked(`list_uid=${list}&listUid=lst_none`)).toBe(400);
			expect(await asked('after=1&after=2')).toBe(400);
			expectError(await cast.ada.send('GET', '/api/v1/events?after=1&after=2'), 400, 3);
			expectError(await cast.ada.send('GET', '/api/v1/public-list/events?after=1&after=2'), 400, 3);
		});

		it('is refused when its query is percent-encoded, but not from UTF-8', async () => {
			const list = await newList();
			await newItem(list, { label: 'café 100%' });
			const asked = (path: string, method = 'GET') => cast.ada.send(method, `/api/v1${path}`);
			for (const broken of ['%ff', 'caf%E9', '%C3', '%ED%A0%80', '%c3x%a9'])
				for (const path of [
					`/search?query=${broken}`,
					`/lists/${list}/suggestions?query=${broken}`,
					`/lists?order=${broken}`,
					`/lists/${list}/changes?after=${broken}`,
					`/dated-items?to=2031-01-01&from=${broken}`,
					`/events?after=${broken}`,
					`/public-list/events?after=${broken}`
				]) {
					const answer = await asked(path);
					expectError(answer, 400, 3);
					expect(record(answer.body).message).toBe('This address cannot be read.');
					expect((await asked(path, 'HEAD')).status).toBe(400);
				}
			expect((await asked(`/search?query=cafe&utm=%ff&%ff`)).status).toBe(200);
			for (const whole of ['caf%C3%A9', 'caf%c3%a9+100%', 'cafe', '100%25'])
				expect((await asked(`/search?query=${whole}`)).body).toMatchObject({ hitCount: 1 });
			const page = await cast.ada.send('GET', '/search?query=%ff', {
				headers: { accept: 'text/html' }
			});
			expect(page.status).toBe(200);
		});

		it('may have unknown fields, which are ignored and never stored', async () => {
			const forged = {
				uid: 'lst_mine',
				ownerUid: cast.ben.uid,
				ownerId: cast.ben.uid,
				createdAt: '2001-01-01T00:00:00.000Z',
				sharing: 'SHARING_INSTANCE'
			};
			const made = await cast.ada.post('/lists', {
				name: 'Hardware',
				isPinned: true,
				archivedAt: forged.createdAt,
				...forged
			});
			const { uid } = record(part(made.body, 'list'));
			expect(uid).not.toBe('lst_mine');
			const row = await cast.database.reader.list.findUniqueOrThrow({
				where: { uid: String(uid) }
			});
			expect(row).toMatchObject({
				ownerUid: cast.ada.uid,
				sharing: 'SHARING_PRIVATE',
				archivedAt: null
			});
			expect(row.createdAt.getFullYear()).toBeGreaterThan(2001);
			const added = await cast.ada.post(`/lists/${String(uid)}/items`, {
				...{
					label: 'nails',
					done: true,
					doneByUid: cast.ben.uid,
					addedByUid: cast.ben.uid,
					addedByName: 'Ben'
				},
				...{ rank: -1, listUid: await newList(), uid: 'itm_mine', addedViaToken: 'mine' }
			});
			expect(part(added.body, 'item')).toMatchObject({
				done: false,
				doneByUid: '',
				addedByName: 'Ada',
				addedViaToken: ''
			});
			expect(await order(String(uid))).toEqual([record(part(added.body, 'item')).uid]);
		});

		it.each([
			['POST', '/lists', { name: 7 }, 'name'],
			['POST', '/lists', { name: ['Groceries'] }, 'name'],
			['POST', '/lists', { name: null }, 'name'],
			['POST', '/lists', {}, 'name'],
			['POST', '/lists/{list}/archived', { archived: 'true' }, 'archived'],
			['POST', '/lists/{list}/archived', { archived: 1 }, 'archived'],
			['PUT', '/lists/{list}/pinned', { pinned: 'yes' }, 'pinned'],
			['POST', '/lists/{list}/items', { label: true }, 'label'],
			['POST', '/lists/{list}/items', { label: 'milk', quantity: 2 }, 'quantity'],
			['POST', '/lists/{list}/items', { label: 'milk', note: {} }, 'note'],
			['POST', '/lists/{list}/items', { label: 'milk', dueOn: 20261122 }, 'dueOn'],
			['POST', '/lists/{list}/items:batch', { items: { label: 'milk' } }, 'items'],
			[
				'POST',
				'/lists/{list}/items:batch',
				{ items: [{ label: 'milk' }, { label: 3 }] },
				'items.1.label'
			],
			['PUT', '/items/{item}/done', { done: 'false' }, 'done'],
			['PUT', '/items/{item}/done', { done: 0 }, 'done'],
			['PATCH', '/items/{item}', { label: '' }, 'label'],
			['POST', '/items/{item}:move', { after_item_uid: 1 }, 'afterItemUid'],
			[
				'POST',
				'/access-tokens',
				{ name: 'a', abilities: { read: 'true' }, allLists: true, expiresAt: '' },
				'abilities.read'
			],
			[
				'POST',
				'/access-tokens',
				{ name: 'a', abilities: { read: true }, listUids: 'all', expiresAt: '' },
				'listUids'
			],
			[
				'POST',
				'/access-tokens',
				{ name: 'a', abilities: { read: true }, allLists: true, expiresAt: 1 },
				'expiresAt'
			],
			['POST', '/auth/sign-in', { email: { not: '' }, password: { not: '' } }, 'email']
		])('is refused, not coerced, in %s %s with %j', async (method, address, json, field) => {
			const list = await newList();
			const path = address.replace('{list}', list).replace('{item}', await newItem(list));
			const answer = await cast.ada.send(method, `/api/v1${path}`, { json });
			expectError(answer, 400, 3);
			expect(violations(answer)[0]).toEqual({
				field,
				description: expect.stringMatching(/\w.*\.$/)
			});
			expect(record(answer.body).message).toBe(violations(answer)[0]?.description);
			expect((await order(list)).length).toBe(1);
		});

		it('names every field that is wrong', async () => {
			const answer = await cast.ada.post(`/lists/${await newList()}/items`, {
				label: 1,
				quantity: 2,
				dueOn: 'soon'
			});
			expect(violations(answer).map(({ field }) => field)).toEqual(['label', 'quantity', 'dueOn']);
		});

		it.each([
			'2026-02-30',
			'2025-02-29',
			'2026-13-01',
			'2026-00-10',
			'2026-1-2',
			'20261122',
			'2026-11-22T00:00:00Z',
			' 2026-11-22',
			'tomorrow',
			'0000-01-01'
		])('is refused with the day %s, which no calendar has', async (dueOn) => {
			expectError(
				await cast.ada.post(`/lists/${await newList()}/items`, { label: 'milk', dueOn }),
				400,
				3
			);
			expectError(await cast.ada.get(`/dated-items?to=${encodeURIComponent(dueOn)}`), 400, 3);
			expectError(
				await cast.ada.get(`/dated-items?to=2026-12-31&from=${encodeURIComponent(dueOn)}`),
				400,
				3
			);
		});

		it('keeps a day until it is cleared with ""', async () => {
			const item = await newItem(await newList(), { dueOn: '2028-02-29' });
			expect(
				part((await cast.ada.patch(`/items/${item}`, { quantity: '1' })).body, 'item')
			).toMatchObject({ dueOn: '2028-02-29' });
			expect(
				part((await cast.ada.patch(`/items/${item}`, { dueOn: '' })).body, 'item')
			).toMatchObject({ dueOn: '' });
		});

		it('for dated items needs a last day, and a first day that is not after it', async () => {
			for (const query of ['', '?to=', '?from=2026-11-22', '?from=2026-11-23&to=2026-11-22'])
				expectError(await cast.ada.get(`/dated-items${query}`), 400, 3);
			expect((await cast.ada.get('/dated-items?from=&to=2026-11-22')).status).toBe(200);
		});

		it('treats …_UNSPECIFIED as "not given", and accepts no word outside the enumeration', async () => {
			const plain = await cast.ada.get('/lists');
			for (const query of [
				'status=LIST_STATUS_UNSPECIFIED',
				'order=LIST_ORDER_UNSPECIFIED',
				'status=&order='
			])
				expect((await cast.ada.get(`/lists?${query}`)).text).toBe(plain.text);
			for (const query of [
				'status=archived',
				'status=LIST_STATUS_NOPE',
				'order=list_order_name',
				'order=toString'
			])
				expectError(await cast.ada.get(`/lists?${query}`), 400, 3);
		});

		it.each(['%3A', '%3a'])('may escape the colon of a verb as %s', async (colon) => {
			const list = await newList();
			const item = await newItem(list);
			expect((await cast.ada.post(`/items/${item}${colon}move`, {})).status).toBe(200);
			expect((await cast.ada.post(`/lists/${list}${colon}duplicate`)).status).toBe(200);
			expect((await cast.ada.post(`/lists/${list}${colon}clear-done`)).status).toBe(200);
			expect(
				(await cast.ada.post(`/lists/${list}/items${colon}batch`, { items: [{ label: 'eggs' }] }))
					.status
			).toBe(200);
			const again = {
				instanceName: 'a',
				name: 'a',
				email: 'a@b.test',
				password: 'correct horse battery staple'
			};
			expectError(await cast.visitor.post(`/instance${colon}setup`, again), 409, 6);
		});

		it('may use other content types for JSON', async () => {
			for (const type of [
				'application/json; charset=utf-8',
				'APPLICATION/JSON',
				'application/merge-patch+json'
			])
				expect(
					(await cast.ada.post('/lists', { name: 'a' }, { 'content-type': type })).status
				).toBe(200);
		});

		it('says what is wrong with a compressed body, and takes one that says it is not', async () => {
			const sent = (coding: string) =>
				cast.ada.post('/lists', { name: 'a' }, { 'content-encoding': coding });
			const answer = await sent('gzip');
			expectError(answer, 415, 3);
			expect(record(answer.body).message).toMatch(/without the header Content-Encoding/);
			expect((await sent('Identity')).status).toBe(200);
		});
	});

	describe('an error', () => {
		it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
			'has the one shape at an unknown address, for %s',
			async (method) => {
				for (const path of [
					'/api/v1',
					'/api/v1/',
					'/api/v1/nothing',
					'/api/v1/lists/',
					'/api/v1/lists/a/b/c',
					'/api/v1/items:move',
					'/api/v1/lists:',
					'/api/v2/lists',
					'/api/v1/Lists'
				])
					expectError(await cast.ada.send(method, path), 404, 5);
			}
		);

		it('names the methods of an address in Allow', async () => {
			for (const [method, path, allow] of [
				['DELETE', '/lists', 'GET, POST, HEAD'],
				['PUT', '/lists', 'GET, POST, HEAD'],
				['GET', '/auth/sign-in', 'POST'],
				['POST', `/items/${await newItem(await newList())}`, 'GET, PATCH, DELETE, HEAD'],
				['PATCH', '/instance', 'GET, HEAD'],
				['TRACE', '/lists', 'GET, POST, HEAD']
			] as const) {
				const answer = await cast.ada.send(method, `/api/v1${path}`);
				expectError(answer, 405, 12);
				expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
			}
		});

		it.each([
			['no JSON', '{"name": '],
			['a list', '[]'],
			['a text', '"name"'],
			['nothing', 'null'],
			['a number', '1'],
			['a comment', '{} // comment'],
			['bytes that are not UTF-8', Buffer.from('{"name": "\u00ff"}', 'latin1')]
		])('meets a body that is %s', async (_, raw) => {
			// A request that needs no field: an empty object is taken.
			expectError(
				await cast.ada.send('PATCH', '/api/v1/members/me', {
					raw,
					headers: { 'content-type': 'application/json' }
				}),
				400,
				3
			);
		});

		it.each([
			'text/plain',
			'application/x-www-form-urlencoded',
			'multipart/form-data; boundary=a',
			'application/jsonp',
			'text/json',
			'',
			undefined
		])('is 415 for a body of the type %s', async (type) => {
			expectError(
				await cast.ada.send('POST', '/api/v1/lists', {
					raw: '{"name": "a"}',
					headers: { 'content-type': type }
				}),
				415,
				3
			);
		});

		it.each([{ chunked: false }, { chunked: true }])(
			'is 413 for a body over 512 KB, and not for one of 512 KB (chunked: $chunked)',
			async (how) => {
				const body = (bytes: number) => `{"name": "a"${' '.repeat(bytes - 13)}}`;
				const send = (raw: string) =>
					cast.ada.send('POST', '/api/v1/lists', {
						raw,
						...how,
						headers: { 'content-type': 'application/json' }
					});
				expect((await send(body(512 * 1024))).status).toBe(200);
				expectError(await send(body(512 * 1024 + 1)), 413, 8);
				expectError(await send(body(2 * 1024 * 1024)), 413, 8);
			}
		);

		it('for a missing or bad credential is 401 with WWW-Authenticate', async () => {
			const dead = await cast.write(
				(rows) => rows.token(cast.ada.uid, { expiresAt: new Date(Date.now() - 1) }).secret
			);
			const bearers = ['', 'a', 'hearth_a', 'hearthpair_a', dead, 'a b', '\u00fc'];
			const answers = [await cast.visitor.get('/lists')];
			for (const bearer of bearers)
				answers.push(
					await cast.ada.get('/lists', undefined, { authorization: `Bearer ${bearer}` })
				);
			for (const answer of answers) {
				expectError(answer, 401, 16);
				expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"$/);
			}
			expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		});
	});

	describe('a size', () => {
		const family = '👩‍👩‍👧‍👦';

		it.each([
			['name', 200, '/lists', {}],
			['label', 500, '/lists/{list}/items', {}],
			['quantity', 50, '/lists/{list}/items', { label: 'milk' }],
			['note', 64_000, '/lists/{list}/items', { label: 'milk' }],
			['name', 100, '/access-tokens', { abilities: { read: true }, allLists: true, expiresAt: '' }]
		])('of a %s is at most %i characters in %s', async (field, most, address, rest) => {
			const path = address.replace('{list}', await newList());
			const kept = await cast.ada.post(path, { ...rest, [field]: 'é'.repeat(most) });
			expect(kept.status).toBe(200);
			expect(Object.values(record(kept.body))[0]).toMatchObject({ [field]: 'é'.repeat(most) });
			const refused = await cast.ada.post(path, { ...rest, [field]: 'é'.repeat(most + 1) });
			expectError(refused, 400, 3);
			expect(violations(refused)[0]?.field).toBe(field);
		});

		it('counts characters as people see them: a family emoji is one', async () => {
			expect((await cast.ada.post('/lists', { name: family.repeat(200) })).status).toBe(200);
			expectError(await cast.ada.post('/lists', { name: family.repeat(201) }), 400, 3);
		});

		it('does not count the spaces around a text, which are trimmed except in a note', async () => {
			expectError(await cast.ada.post('/lists', { name: ' \t ' }), 400, 3);
			const body = { label: '  milk ', quantity: ' 2 l ', note: '  as it is \n' };
			const item = part(
				(await cast.ada.post(`/lists/${await newList()}/items`, body)).body,
				'item'
			);
			expect(item).toMatchObject({ label: 'milk', quantity: '2 l', note: '  as it is \n' });
			expect((await cast.ada.post('/lists', { name: ` ${'a'.repeat(200)} ` })).status).toBe(200);
		});

		it('of a batch is 1 to 200 items, all or none', async () => {
			const list = await newList();
			const batch = (count: number) =>
				Array.from({ length: count }, (_, index) => ({ label: `item ${index}` }));
			const send = (items: unknown[]) => cast.ada.post(`/lists/${list}/items:batch`, { items });
			for (const refused of [[], batch(201), [...batch(3), { label: '' }]])
				expectError(await send(refused), 400, 3);
			expect(await order(list)).toEqual([]);
			expect((await send(batch(200))).status).toBe(200);
			expect((await order(list)).length).toBe(200);
		});

		it('of a request is at most 1,000 uids', async () => {
			const send = (count: number) =>
				cast.ada.post('/access-tokens', {
					name: 'a',
					abilities: { read: true },
					listUids: Array(count).fill('lst_none'),
					expiresAt: ''
				});
			expectError(await send(1000), 404, 5);
			expectError(await send(1001), 400, 3);
		});

		it('of a list is at most 10,000 items', async () => {
			const list = await newList();
			await cast.copies(await newItem(list), 9_998);
			expectError(
				await cast.ada.post(`/lists/${list}/items:batch`, {
					items: [{ label: 'a' }, { label: 'b' }]
				}),
				400,
				9
			);
			expect((await cast.ada.post(`/lists/${list}/items`, { label: 'a' })).status).toBe(200);
			expectError(await cast.ada.post(`/lists/${list}/items`, { label: 'b' }), 400, 9);
			const elsewhere = await newItem(await newList());
			expectError(await cast.ada.post(`/items/${elsewhere}:move`, { to_list_uid: list }), 400, 9);
		});
	});

	it('answers 413 to a visitor without reading the body, and the server lives on', async () => {
		const visitor = clientOf(cast.origin);
		const raw = Buffer.alloc(600 * 1024, '[');
		for (const chunked of [true, false])
			await visitor.send('POST', '/api/v1/auth/sign-in', {
				raw,
				chunked,
				headers: { 'content-type': 'application/json' }
			});
		expect(visitor.statuses).toEqual([413, 413]);
	});

	async function order(list: string): Promise<unknown[]> {
		const found = part((await cast.ada.get(`/lists/${list}`)).body, 'items');
		return Array.isArray(found) ? found.map((item) => record(item).uid) : [];
	}
});

function violations(answer: Answer): { field: string; description: string }[] {
	const [detail, ...rest] = [part(answer.body, 'details')].flat();
	expect(rest).toEqual([]);
	expect(Object.keys(record(detail)).sort()).toEqual(['@type', 'fieldViolations']);
	expect(detail).toMatchObject({ '@type': 'type.googleapis.com/google.rpc.BadRequest' });
	const found = part(detail, 'fieldViolations');
	if (!Array.isArray(found)) throw new Error('fieldViolations is no list');
	return found.map((violation) => ({
		field: String(record(violation).field),
		description: String(record(violation).description)
	}));
}

const typesOf = (value: unknown) =>
	Object.fromEntries(Object.entries(record(value)).map(([name, field]) => [name, typeof field]));
