// On Postgres a node remembers who came with a credential, and a command checks that caller when it commits. Every test compares the
// node that remembers with one that has not seen the credential before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { clientOf, type Answer, type Client, type Sent } from '../support/client.ts';
import { openCast, type Cast } from '../support/household.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { lookInto, type Look } from '../support/sql.ts';
import { aside, setAside, withdrawalsFrom } from '../support/withdrawals.ts';

type Scene = {
	listUid: string;
	itemUid: string;
	caller: MemberCaller;
	/** A client with the credential, of the node at this address. */
	at(origin: string): Client;
};

const kinds = ['session', 'pair', 'token'] as const;

/** Under this key every scene has added an item. */
const key = { 'Idempotency-Key': 'the-same-each-time' };

/** Commands that are carried out, and some that are refused for another reason than their caller. */
const asked: [what: string, request: (scene: Scene) => [string, string, Sent]][] = [
	['a tick', ({ itemUid }) => ['PUT', `/items/${itemUid}/done`, { json: { done: true } }]],
	['an addition', ({ listUid }) => ['POST', `/lists/${listUid}/items`, { json: { label: 'tea' } }]],
	[
		'an addition without a label',
		({ listUid }) => ['POST', `/lists/${listUid}/items`, { json: {} }]
	],
	[
		'an addition that is too large to be read',
		({ listUid }) => ['POST', `/lists/${listUid}/items`, { json: { label: 'x'.repeat(600_000) } }]
	],
	[
		'an addition under a key that is none',
		({ listUid }) => [
			'POST',
			`/lists/${listUid}/items`,
			{ json: { label: 'tea' }, headers: { 'Idempotency-Key': 'x'.repeat(256) } }
		]
	],
	[
		'a method that the address does not have',
		({ listUid }) => ['PUT', `/lists/${listUid}`, { json: { name: 'Groceries' } }]
	],
	['a deletion', ({ itemUid }) => ['DELETE', `/items/${itemUid}`, {}]],
	['a tick of nothing', () => ['PUT', `/items/${newUid('itm')}/done`, { json: { done: true } }]],
	[
		'an edit of another version',
		({ itemUid }) => [
			'PATCH',
			`/items/${itemUid}`,
			{ json: { note: 'ripe' }, headers: { 'If-Match': '"another"' } }
		]
	],
	[
		'an edit of another label',
		({ itemUid }) => [
			'PATCH',
			`/items/${itemUid}`,
			{ json: { label: 'oat milk', expectedLabel: 'something else' } }
		]
	],
	[
		'an addition that was sent before',
		({ listUid }) => ['POST', `/lists/${listUid}/items`, { json: { label: 'rice' }, headers: key }]
	],
	[
		'another addition under the same key',
		({ listUid }) => ['POST', `/lists/${listUid}/items`, { json: { label: 'salt' }, headers: key }]
	]
];

it('is asked for commands of members only', () => {
	const others = Object.values(catalogue).filter(
		({ kind, address, access }) =>
			kind === 'command' && /^\w+ \/(lists|items)\b/.test(address ?? '') && access.who !== 'member'
	);
	expect(others.map(({ name }) => name)).toEqual([]);
});

describe('a node that remembers a caller', () => {
	let cast: Cast;
	let other: RunningServer;
	let look: Look;
	beforeAll(async () => {
		cast = await openCast('postgresql');
		other = await startServer({ databaseUrl: cast.server.databaseUrl });
		look = await lookInto(cast.server.databaseUrl);
	});
	afterAll(async () => {
		await look.close();
		await other.stop();
		await cast.close();
	});

	const run = async (statements: string[]) => {
		for (const statement of statements) await cast.database.writer.$executeRawUnsafe(statement);
	};
	const state = () => look.everything(['WrongPassword', aside]);

	describe.each(kinds)('by a %s', (kind) => {
		const names = withdrawalsFrom(callerBy(kind), 'postgresql').map(({ name }) => name);

		it.each(names)('answers as if it did not, once %s', async (name) => {
			const scene = await sceneOf(cast, kind);
			const withdrawal = withdrawalsFrom(scene.caller, 'postgresql').find(
				(one) => one.name === name
			);
			if (!withdrawal) throw new Error('the same credential has other withdrawals');
			await remember(scene, cast.origin);
			await run([...setAside(scene.caller), withdrawal.sql]);
			const before = await state();
			const answers: [what: string, answer: Answer][] = [];
			for (const [what, request] of asked)
				answers.push([what, await send(scene.at(cast.origin), request(scene))]);
			expect(await state()).toBe(before);
			for (const [at, [what, request]] of asked.entries())
				expect([what, told(answers[at]?.[1])]).toEqual([
					what,
					told(await send(scene.at(other.origin), request(scene)))
				]);
		});

		it('carries commands out, and answers with the name that the member has now', async () => {
			const scene = await sceneOf(cast, kind);
			await remember(scene, cast.origin);
			await run([`UPDATE "Member" SET "name" = 'Zoe' WHERE "uid" = '${scene.caller.member.uid}'`]);
			const ticked = await scene
				.at(cast.origin)
				.put(`/items/${scene.itemUid}/done`, { done: true });
			expect(ticked.body).toMatchObject({ item: { done: true, doneByName: 'Zoe' } });
		});
	});

	it('takes the secret of one kind of credential for no other', async () => {
		const scene = await sceneOf(cast, 'session');
		await remember(scene, cast.origin);
		const [secret = ''] = [...scene.at(cast.origin).jar.values()].map(({ value }) => value);
		const bearer = clientOf(cast.origin, { bearer: secret });
		const { status } = await bearer.put(`/items/${scene.itemUid}/done`, { done: true });
		expect(status).toBe(401);
	});
});

/** As far as `withdrawalsFrom` needs it to name its withdrawals. */
function callerBy(by: (typeof kinds)[number], ids = { member: '', credential: '' }): MemberCaller {
	const member = { uid: ids.member, name: 'Cleo', isAdmin: false, mustChangePassword: false };
	const from = { address: '192.0.2.1', device: 'a test' };
	const uid = ids.credential;
	if (by === 'session') return { by, member, from, sessionUid: uid };
	if (by === 'pair') return { by, member, from, pairUid: uid, expiresAt: new Date() };
	const abilities = { read: true, write: true, delete: true };
	return {
		by,
		member,
		from,
		token: { uid, name: '', abilities, allLists: true, useIsNews: false }
	};
}

/** A list with an item, of a new member who comes with this kind of credential. */
async function sceneOf({ write }: Cast, kind: (typeof kinds)[number]): Promise<Scene> {
	return write((rows) => {
		const memberUid = rows.member('Cleo');
		const listUid = rows.list(memberUid);
		const itemUid = rows.item(listUid);
		const { uid, secret } = {
			session: () => {
				const sessionUid = newUid('ses');
				return { uid: sessionUid, secret: rows.session(memberUid, { uid: sessionUid }) };
			},
			pair: () => {
				const pairUid = newUid('fam');
				return { uid: pairUid, secret: rows.pair(memberUid, pairUid) };
			},
			token: () => rows.token(memberUid)
		}[kind]();
		const known = kind === 'session' ? { cookies: { hearth_session: secret } } : { bearer: secret };
		return {
			listUid,
			itemUid,
			caller: callerBy(kind, { member: memberUid, credential: uid }),
			at: (origin) => clientOf(origin, known)
		};
	});
}

/** Two commands, so that the second comes from a caller whom the node remembers. */
async function remember(scene: Scene, origin: string): Promise<void> {
	const client = scene.at(origin);
	await client.post(`/lists/${scene.listUid}/items`, { label: 'rice' }, key);
	await client.put(`/items/${scene.itemUid}/done`, { done: false });
	expect(client.statuses).toEqual([200, 200]);
}

const send = (client: Client, [method, path, sent]: [string, string, Sent]): Promise<Answer> =>
	client.send(method, `/api/v1${path}`, sent);

const told = (answer: Answer | undefined) => ({ status: answer?.status, text: answer?.text });
