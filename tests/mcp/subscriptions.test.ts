// A subscription tells only of the requested lists while they are in reach, and ends with its credential.
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantOf } from '../support/assistant.ts';
import { openCast, type Cast, type TokenGiven } from '../support/household.ts';
import { loseNewest } from '../support/lose-newest.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('a subscription on %s', (provider) => {
	let cast: Cast;
	const clients: Client[] = [];
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => {
		for (const client of clients) await client.close();
		await cast.close();
	});

	/** A listening client, with the notifications that it has received so far. */
	async function listening(
		secret: string,
		uris: string[],
		resourcesListChanged = false
	): Promise<{ told: string[]; subscription: McpSubscription }> {
		const client = await assistantOf(cast.origin, secret);
		clients.push(client);
		const told: string[] = [];
		client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
			told.push(params.uri);
		});
		client.setNotificationHandler('notifications/resources/list_changed', () => {
			told.push('the list of lists');
		});
		const subscription = await client.listen({ resourceSubscriptions: uris, resourcesListChanged });
		return { told, subscription };
	}

	const tokenOf = (memberUid: string, given: TokenGiven = {}) =>
		cast.write((rows) => rows.token(memberUid, given));

	/** Two lists of Ben's. Notifications come in order: once that for the second list has arrived, one for the first would have, too. */
	const twoLists = () =>
		cast.write((rows) => [
			rows.list(cast.ben.uid, { name: 'Groceries' }),
			rows.list(cast.ben.uid, { name: 'Rota' })
		]);

	const change = (listUid: string) =>
		cast.ben.post(`/lists/${listUid}/items`, { label: 'Soap' }).then(({ status }) => {
			if (status !== 200) throw new Error(`adding answered ${status}`);
		});

	it('tells of a list by the URI that was requested, and of no other list', async () => {
		const [groceries = '', rota = ''] = await twoLists();
		const { secret } = await tokenOf(cast.ben.uid);
		const byUid = `hearth://lists/${groceries}`;
		const byName = 'hearth://lists/Groceries/text';
		const { told } = await listening(secret, [byUid, `${byUid}/text`]);
		const other = await listening(
			(await tokenOf(cast.ben.uid, { lists: [groceries, rota] })).secret,
			[byName, `hearth://lists/${rota}`]
		);
		await change(groceries);
		await change(rota);
		await expect.poll(() => other.told).toEqual([byName, `hearth://lists/${rota}`]);
		expect(told).toEqual([byUid, `${byUid}/text`]);
	});

	it('tells of all that it watches where the newest changes were lost', async () => {
		const [groceries = '', rota = ''] = await twoLists();
		const uris = [groceries, rota].map((uid) => `hearth://lists/${uid}`);
		const { told } = await listening((await tokenOf(cast.ben.uid)).secret, uris, true);
		for (let count = 0; count < 5; count += 1) await change(groceries);
		await expect.poll(() => told).toEqual(Array(5).fill(uris[0]));
		await loseNewest(cast.database, 3);
		await change(rota);
		// A delivery before the change notices the loss as well. Then the change is told, too.
		await expect.poll(() => told.slice(5, 8)).toEqual([...uris, 'the list of lists']);
	});

	it('tells nothing of a list out of reach that was requested by its uid', async () => {
		const [groceries = '', rota = ''] = await twoLists();
		const uris = [groceries, rota].map((uid) => `hearth://lists/${uid}`);
		const scoped = await listening(
			(await tokenOf(cast.ben.uid, { lists: [rota] })).secret,
			uris,
			true
		);
		const stranger = await listening((await tokenOf(cast.ada.uid)).secret, uris, true);
		await change(groceries);
		await cast.ben.patch(`/lists/${groceries}`, { name: 'Market' });
		await change(rota);
		await expect.poll(() => scoped.told).toEqual([uris[1]]);
		await cast.ben.put(`/lists/${rota}/sharing`, { sharing: 'SHARING_INSTANCE' });
		await expect.poll(() => stranger.told).toEqual([uris[1], 'the list of lists']);
	});

	it('tells nothing more of a list that goes out of reach', async () => {
		const [groceries = '', rota = ''] = await twoLists();
		const uris = [groceries, rota].map((uid) => `hearth://lists/${uid}`);
		const share = (listUid: string, sharing: string) =>
			cast.ben.put(`/lists/${listUid}/sharing`, { sharing });
		await share(groceries, 'SHARING_INSTANCE');
		await share(rota, 'SHARING_INSTANCE');
		const { told } = await listening((await tokenOf(cast.ada.uid)).secret, uris);
		await change(groceries);
		await expect.poll(() => told).toEqual([uris[0]]);
		await share(groceries, 'SHARING_PRIVATE');
		await change(groceries);
		await change(rota);
		await expect.poll(() => told).toEqual(uris);
	});

	it('tells of lists that come and go where that was requested', async () => {
		const { told } = await listening((await tokenOf(cast.ada.uid)).secret, [], true);
		await cast.ada.post('/lists', { name: 'Hardware' });
		await expect.poll(() => told).toEqual(['the list of lists']);
	});

	it('ends with its token, by being revoked and by expiring', async () => {
		const [groceries = ''] = await twoLists();
		const uris = [`hearth://lists/${groceries}`];
		const revoked = await tokenOf(cast.ben.uid);
		const expiring = await tokenOf(cast.ben.uid, { expiresAt: new Date(Date.now() + 1500) });
		const one = await listening(revoked.secret, uris);
		const two = await listening(expiring.secret, uris);
		await change(groceries);
		await expect.poll(() => [one.told.length, two.told.length]).toEqual([1, 1]);
		await cast.ben.delete(`/access-tokens/${revoked.uid}`);
		await change(groceries);
		expect(await one.subscription.closed).toBe('graceful');
		expect(await two.subscription.closed).toBe('graceful');
		await change(groceries);
		expect(one.told).toEqual(uris);
	});

	it('holds up nobody else while many names are looked up', async () => {
		await cast.write((rows) => {
			for (let number = 0; number < 100; number += 1)
				rows.list(cast.ben.uid, { name: `Groceries of week ${number}` });
		});
		const { secret } = await tokenOf(cast.ben.uid);
		const uris = Array.from({ length: 300 }, (_, number) => `hearth://lists/nothing ${number}`);
		let isOpen = false;
		const opening = listening(secret, uris).then(() => (isOpen = true));
		let answered = 0;
		for (; !isOpen; answered += 1) await cast.visitor.get('/instance');
		await opening;
		expect(answered).toBeGreaterThan(5);
		await expect(listening(secret, Array(1001).fill(uris[0]))).rejects.toThrow(
			'That is more than 1,000 lists. Nothing is watched.'
		);
	});

	it('of a token that may not read is closed before it begins', async () => {
		const [groceries = ''] = await twoLists();
		await cast.ben.put(`/lists/${groceries}/sharing`, { sharing: 'SHARING_INSTANCE' });
		const writer = await tokenOf(cast.ben.uid, { abilities: ['write'] });
		const newcomer = await cast.write((rows) =>
			rows.pair(rows.member('Fay', { mustChangePassword: true, emailFolded: 'fay@mill.test' }))
		);
		for (const secret of [writer.secret, newcomer]) {
			const { told, subscription } = await listening(secret, [`hearth://lists/${groceries}`], true);
			expect(await subscription.closed).toBe('graceful');
			await change(groceries);
			expect(told).toEqual([]);
		}
	});

	it('leaves nothing behind when its assistant disconnects', async () => {
		const streams = () => cast.database.reader.stream.count({ where: { memberUid: cast.ada.uid } });
		const before = await streams();
		const { secret } = await tokenOf(cast.ada.uid);
		const { subscription } = await listening(secret, ['hearth://lists/Rota'], true);
		expect(await streams()).toBe(before + 1);
		await subscription.close();
		await expect.poll(streams).toBe(before);
		const ofNothing = await listening(secret, []);
		expect(await ofNothing.subscription.closed).toBe('graceful');
		await expect.poll(streams).toBe(before);
	});

	it('goes on for an assistant that reads, however much there is to tell', async () => {
		const [groceries = ''] = await twoLists();
		const uris = [`hearth://lists/${groceries}`];
		const { told } = await listening((await tokenOf(cast.ben.uid)).secret, uris);
		const items = Array.from({ length: 200 }, (_, number) => ({ label: `Soap ${number}` }));
		for (const turn of [1, 2, 3, 4, 5, 6]) {
			await cast.ben.post(`/lists/${groceries}/items:batch`, { items });
			await expect.poll(() => told).toHaveLength(turn * items.length);
		}
	});

	it('is closed in order when the server stops', async () => {
		const { secret } = await tokenOf(cast.ada.uid);
		const { subscription } = await listening(secret, [], true);
		await cast.server.restart();
		expect(await subscription.closed).toBe('graceful');
	});
});
