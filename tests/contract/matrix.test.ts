// Every operation of the catalogue, over REST, with every kind of caller; expected is what the model says.
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { newRows, openCast, password, sharedHash, type Cast } from '../support/cast.ts';
import { addressed, clientOf, type Answer, type Client } from '../support/client.ts';
import { providers } from '../support/world.ts';
import { expectedStatus, rules } from './model.ts';
import { callers, sceneFor, type Scene } from './request-cases.ts';

type Asked = (scene: Scene) => Record<string, unknown>;

const nothing: Asked = () => ({});
const theList: Asked = ({ listUid }) => ({ listUid });
const theItem: Asked = ({ itemUid }) => ({ itemUid });
const theJoinRequest: Asked = ({ joinRequestUid }) => ({ requestUid: joinRequestUid });
const theResetRequest: Asked = ({ resetRequestUid }) => ({ requestUid: resetRequestUid });

/** A request to each address that is refused for nothing but who sends it. */
const requests: Record<string, Asked> = {
	'GET /instance': nothing,
	'POST /instance:setup': ({ email }) => ({
		instanceName: 'Mill Lane',
		name: 'Ada',
		email,
		password
	}),
	'POST /auth/sign-in': ({ email }) => ({ email, password }),
	'POST /auth/refresh': nothing,
	'POST /auth/sign-out': nothing,
	'GET /auth/me': nothing,
	'POST /auth/password': () => ({
		currentPassword: password,
		newPassword: 'another horse battery staple'
	}),
	'GET /sessions': nothing,
	'DELETE /sessions/{sessionUid}': ({ sessionUid }) => ({ sessionUid }),
	'GET /lists': nothing,
	'POST /lists': () => ({ name: 'Hardware' }),
	'GET /lists/{listUid}': theList,
	'PATCH /lists/{listUid}': ({ listUid }) => ({ listUid, name: 'Hardware' }),
	'DELETE /lists/{listUid}': theList,
	'POST /lists/{listUid}/archived': ({ listUid }) => ({ listUid, archived: true }),
	'PUT /lists/{listUid}/adds-on-top': ({ listUid }) => ({ listUid, addsOnTop: true }),
	'PUT /lists/{listUid}/sharing': ({ listUid }) => ({
		listUid,
		sharing: 'SHARING_INSTANCE',
		canEdit: false,
		memberUids: [],
		groupUids: []
	}),
	'GET /lists/{listUid}/changes': theList,
	'GET /lists/{listUid}/sections': theList,
	'POST /lists/{listUid}/sections': ({ listUid }) => ({ listUid, name: 'Bakery' }),
	'PATCH /sections/{sectionUid}': ({ sectionUid }) => ({ sectionUid, name: 'Milk and eggs' }),
	'DELETE /sections/{sectionUid}': ({ sectionUid }) => ({ sectionUid }),
	'GET /lists/{listUid}/sharing': theList,
	'GET /lists/{listUid}/shares': theList,
	'PUT /lists/{listUid}/pinned': ({ listUid }) => ({ listUid, pinned: true }),
	'POST /lists/{listUid}:duplicate': theList,
	'POST /lists/{listUid}:clear-done': theList,
	'GET /lists/{listUid}/suggestions': ({ listUid }) => ({ listUid, query: 'mi' }),
	'POST /lists/{listUid}/items': ({ listUid }) => ({ listUid, label: 'eggs' }),
	'POST /lists/{listUid}/items:batch': ({ listUid }) => ({ listUid, items: [{ label: 'eggs' }] }),
	'GET /items/{itemUid}': theItem,
	'PATCH /items/{itemUid}': ({ itemUid }) => ({ itemUid, label: 'oat milk' }),
	'PUT /items/{itemUid}/done': ({ itemUid }) => ({ itemUid, done: true }),
	'POST /items/{itemUid}:move': ({ itemUid, anchorUid }) => ({
		itemUid,
		after_item_uid: anchorUid
	}),
	'DELETE /items/{itemUid}': theItem,
	'GET /dated-items': () => ({ to: '2026-12-31' }),
	'GET /search': () => ({ query: 'milk' }),
	'GET /trash': nothing,
	'POST /trash/{uid}:restore': ({ trashedUid }) => ({ uid: trashedUid }),
	'GET /members': nothing,
	'POST /members': ({ newcomer }) => ({ name: 'Cleo', email: newcomer, role: 'ROLE_MEMBER' }),
	// Nobody may choose a name that another member has, or one that looks like it.
	'PATCH /members/me': () => ({ name: newUid('mem') }),
	'PUT /members/{memberUid}/role': ({ ownerUid }) => ({ memberUid: ownerUid, role: 'ROLE_ADMIN' }),
	'DELETE /members/{memberUid}': ({ ownerUid }) => ({ memberUid: ownerUid }),
	'GET /groups': nothing,
	'POST /groups': () => ({ name: newUid('grp'), memberUids: [] }),
	'PATCH /groups/{groupUid}': ({ groupUid }) => ({ groupUid, name: newUid('grp') }),
	'PUT /groups/{groupUid}/members': ({ groupUid }) => ({ groupUid, memberUids: [] }),
	'DELETE /groups/{groupUid}': ({ groupUid }) => ({ groupUid }),
	'GET /access-tokens': nothing,
	'POST /access-tokens': () => ({
		name: 'kitchen tablet',
		abilities: { read: true },
		allLists: true,
		expiresAt: ''
	}),
	'DELETE /access-tokens/{tokenUid}': ({ tokenUid }) => ({ tokenUid }),
	'GET /access-tokens/{tokenUid}/changes': ({ tokenUid }) => ({ tokenUid }),
	'POST /access-tokens/{tokenUid}:undo': ({ tokenUid }) => ({
		tokenUid,
		since: '2026-01-01T00:00:00Z'
	}),
	'GET /instance/settings': nothing,
	'PUT /instance/settings': () => ({ settings: { name: 'Mill Lane' } }),
	'GET /instance/about': nothing,
	'POST /instance:delete': () => ({ password, instanceName: 'another' }),
	'POST /auth/sign-up': ({ newcomer }) => ({ name: 'Cleo', email: newcomer, password }),
	'POST /auth/join-requests': ({ newcomer }) => ({ name: 'Cleo', email: newcomer, message: '' }),
	'GET /auth/join-requests/{requestUid}': theJoinRequest,
	'POST /auth/join-requests/{requestUid}:complete': (scene) => ({
		...theJoinRequest(scene),
		name: 'Cleo',
		password
	}),
	'POST /auth/reset-requests': ({ email }) => ({ emailOrName: email }),
	'GET /auth/reset-requests/{requestUid}': theResetRequest,
	'POST /auth/reset-requests/{requestUid}:complete': (scene) => ({
		...theResetRequest(scene),
		newPassword: password
	}),
	'GET /requests': nothing,
	'POST /requests/join/{requestUid}:decide': (scene) => ({
		...theJoinRequest(scene),
		approve: true
	}),
	'POST /requests/reset/{requestUid}:decide': (scene) => ({
		...theResetRequest(scene),
		approve: true
	}),
	'GET /public-list': nothing,
	'GET /activity': nothing,
	'POST /activity:mark-read': nothing
};

/** Performed by pages, or by the server itself; the forms have a suite of their own, and so have the assistants' tools. */
const withoutAddress = [
	'addLines',
	'clearTicked',
	'compareLines',
	'findLists',
	'followJoin',
	'followReset',
	'getRequestsToDecide',
	'getSharedNames',
	'getSidebar',
	'noteTokenUse',
	'placeItem',
	'startSession'
];

const operations = Object.values(catalogue);
const overRest = operations.flatMap((operation) =>
	operation.address ? [{ ...operation, address: operation.address }] : []
);

it('names every operation that has no address and is no tool', () => {
	const found = operations.filter(({ address, tool }) => !address && !tool).map(({ name }) => name);
	expect(found.sort()).toEqual(withoutAddress);
});

it.each(overRest)('knows who may use $address, and what to send there', ({ address }) => {
	expect(rules[address], `${address} has no rule in tests/contract/model.ts`).toBeDefined();
	expect(
		requests[address],
		`${address} has no request in tests/contract/matrix.test.ts`
	).toBeDefined();
});

/** More would wait for one another, on a busy machine for longer than the server lets anybody wait. */
const callersAtOnce = 24;

describe.each(providers)('the matrix on %s', (provider) => {
	let cast: Cast;
	let passwordHash: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		passwordHash = await sharedHash();
	});
	afterAll(async () => void (await cast.close()));

	/** How many may wait to be let in is bounded, and not the question here: who waited for another operation is gone. */
	async function scenes(): Promise<Record<string, Scene>> {
		await cast.database.writer.joinRequest.deleteMany();
		const rows = newRows();
		const made = Object.entries(callers).map(
			([name, kind]) => [name, sceneFor(rows, kind, name, passwordHash)] as const
		);
		await rows.write(cast.database);
		return Object.fromEntries(made);
	}

	it.each(overRest)('lets nobody but those of the contract use $address', async (operation) => {
		const rule = rules[operation.address] ?? { who: 'any', then: 0 };
		const ask = requests[operation.address] ?? nothing;
		const expected: Record<string, number> = {};
		const seen: Record<string, number> = {};
		const denied: Scene[] = [];
		const askAs = async ([name, scene]: [string, Scene]) => {
			const client = clientOf(cast.origin, scene.credential);
			const answer = await call(client, operation, ask(scene));
			expected[name] = expectedStatus(rule, scene.kind);
			seen[name] = answer.status;
			if (expected[name] === 404) {
				const absent = await call(client, operation, missing(operation.address, ask(scene)));
				expect(comparable(answer), `to ${name}`).toEqual(comparable(absent));
			}
			if (expected[name] !== 200) denied.push(scene);
		};
		const inTurns = pLimit(callersAtOnce);
		const asked = Object.entries(await scenes());
		await Promise.all(asked.map((one) => inTurns(askAs, one)));
		expect(seen).toEqual(expected);
		await expectUnchanged(denied);
	});

	/** Whoever was refused has changed nothing. */
	async function expectUnchanged(denied: Scene[]): Promise<void> {
		const { reader } = cast.database;
		const listUid = { in: denied.map((scene) => scene.listUid) };
		const fresh = {
			name: 'Groceries',
			sharing: 'SHARING_SPECIFIC',
			archivedAt: null,
			deletedAt: null
		};
		expect(await reader.change.findMany({ where: { listUid } })).toEqual([]);
		expect(await reader.list.count({ where: { uid: listUid, ...fresh } })).toBe(denied.length);
		expect(await reader.item.count({ where: { listUid, deletedAt: null } })).toBe(
			denied.length * 2
		);
		expect(await reader.section.count({ where: { listUid, name: 'Dairy' } })).toBe(denied.length);
		expect(
			await reader.session.count({
				where: { uid: { in: denied.map((scene) => scene.sessionUid) } }
			})
		).toBe(denied.length);
		expect(
			await reader.accessToken.count({
				where: { uid: { in: denied.map((scene) => scene.tokenUid) } }
			})
		).toBe(denied.length);
	}

	describe('a uid inside a request', () => {
		it.each(['moveItem to a list', 'makeAccessToken for a list'])(
			'is out of reach like one that never was: %s',
			async (door) => {
				const [mine, theirs] = await cast.write((rows) => {
					const list = rows.list(cast.ben.uid);
					return [{ list, item: rows.item(list) }, { list: rows.list(cast.ada.uid) }];
				});
				const to = (listUid: string) =>
					door.startsWith('moveItem')
						? cast.ben.post(`/items/${mine?.item}:move`, { to_list_uid: listUid })
						: cast.ben.post('/access-tokens', {
								name: 'a',
								abilities: { read: true },
								listUids: [mine?.list, listUid],
								expiresAt: ''
							});
				const [denied, absent] = [await to(theirs?.list ?? ''), await to(newUid('lst'))];
				expect(denied.status).toBe(404);
				expect(comparable(denied)).toEqual(comparable(absent));
			}
		);

		it('is no anchor when the item is on another list, seen or unseen, or nowhere', async () => {
			const { item, anchors } = await cast.write((rows) => {
				const [list, other, hidden] = [
					rows.list(cast.ben.uid),
					rows.list(cast.ben.uid),
					rows.list(cast.ada.uid)
				];
				return {
					item: rows.item(list),
					anchors: [rows.item(other), rows.item(hidden), newUid('itm')]
				};
			});
			const answers = [];
			for (const anchor of anchors)
				answers.push(await cast.ben.post(`/items/${item}:move`, { after_item_uid: anchor }));
			expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
			expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1);
		});

		it('moves nothing onto a list that is shared only to be seen', async () => {
			const { item, seen } = await cast.write((rows) => ({
				item: rows.item(rows.list(cast.ben.uid)),
				seen: rows.list(cast.ada.uid, { sharing: 'SHARING_INSTANCE', sharedEdit: false })
			}));
			expect((await cast.ben.post(`/items/${item}:move`, { toListUid: seen })).status).toBe(403);
		});
	});
});

function call(
	client: Client,
	operation: { name: string; address: string },
	input: Record<string, unknown>
): Promise<Answer> {
	const { method, path, rest } = addressed(operation, input);
	if (method !== 'GET')
		return client.send(method, `/api/v1${path}`, { json: rest, from: elsewhere() });
	const query = new URLSearchParams(
		Object.entries(rest).map(([field, value]) => [field, String(value)])
	);
	return client.get(query.size > 0 ? `${path}?${query}` : path);
}

/** Another network each time: how much one network may ask for is not the question here. */
const elsewhere = (): string => `127.2.${(networks += 1) >> 8}.${networks & 255}`;
let networks = 0;

/** The same request for things that never were. */
function missing(address: string, input: Record<string, unknown>): Record<string, unknown> {
	const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
	const never = named.map(
		(field) => [field, `${String(input[field]).slice(0, 4)}${newUid('lst').slice(4)}`] as const
	);
	return { ...input, ...Object.fromEntries(never) };
}

/** An answer without what differs from one request to the next. */
function comparable({ status, headers, cookies, text }: Answer) {
	const { date: _date, 'x-request-id': _id, ...same } = headers;
	return { status, headers: same, cookies, text };
}
