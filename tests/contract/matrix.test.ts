// Every operation of the catalogue, over REST, by every kind of caller. The model predicts each status.
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { newRows, openCast, sharedHash, type Cast } from '../support/household.ts';
import { addressed, clientOf, type Answer, type Client } from '../support/client.ts';
import { providers } from '../support/world.ts';
import { expectedStatus } from './model.ts';
import { rules } from './promises.ts';
import { askedIn, callers, sceneFor, type Scene } from './request-cases.ts';

/** Input in place of examples that would be refused for other reasons than the caller. */
const otherwise: Record<string, object> = {
	replaceSettings: { settings: { name: 'Mill Lane' } },
	makeAccessToken: { listUids: [], allLists: true },
	shareList: { sharing: 'SHARING_INSTANCE', memberUids: [], groupUids: [] }
};

const operations = Object.values(catalogue);
const overRest = operations.flatMap((operation) =>
	operation.address ? [{ ...operation, address: operation.address }] : []
);

it.each(overRest)('has a rule for $address', ({ address }) => {
	expect(rules[address], `${address} is not in tests/contract/promises.ts`).toBeDefined();
});

/** With more callers at once, some would wait longer on a busy machine than the server allows. */
const callersAtOnce = 24;

describe.each(providers)('the matrix on %s', (provider) => {
	let cast: Cast;
	let passwordHash: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		passwordHash = await sharedHash();
	});
	afterAll(async () => void (await cast.close()));

	/** Data for every kind of caller. The number of pending join requests is limited, so earlier ones are deleted. */
	async function scenes(): Promise<Record<string, Scene>> {
		await cast.database.writer.joinRequest.deleteMany();
		const rows = newRows();
		const made = Object.entries(callers).map(
			([name, kind]) => [name, sceneFor(rows, kind, name, passwordHash)] as const
		);
		await rows.write(cast.database);
		return Object.fromEntries(made);
	}

	it.each(overRest)('lets only the callers in the contract use $address', async (operation) => {
		const rule = rules[operation.address] ?? { who: 'any', then: 0 };
		const ask = (scene: Scene) => ({
			...askedIn(scene, operation.name),
			...otherwise[operation.name]
		});
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

	/** Checks that the refused callers have changed nothing. */
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
			'is answered as if it never existed when it is out of reach: %s',
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

		it('is refused alike as an anchor on another visible list, on a hidden list, or nowhere', async () => {
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

		it('is refused with 403 as the target of a move when the list is shared without the right to edit', async () => {
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

/** A new network address each time, so that the limit per network does not apply. */
const elsewhere = (): string => `127.2.${(networks += 1) >> 8}.${networks & 255}`;
let networks = 0;

/** The same request for things that never existed. */
function missing(address: string, input: Record<string, unknown>): Record<string, unknown> {
	const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
	const never = named.map(
		(field) => [field, `${String(input[field]).slice(0, 4)}${newUid('lst').slice(4)}`] as const
	);
	return { ...input, ...Object.fromEntries(never) };
}

/** An answer without the headers that differ from one request to the next. */
function comparable({ status, headers, cookies, text }: Answer) {
	const { date: _date, 'x-request-id': _id, ...same } = headers;
	return { status, headers: same, cookies, text };
}
