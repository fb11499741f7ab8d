// Everything still answers with as many members, lists and requests as there may be, or as a visitor can create.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

describe.each(providers)('a crowd on %s', { timeout: 60_000 }, (provider) => {
	let world: World;
	let ada: Awaited<ReturnType<World['setUp']>>;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	it('of visitors who ask for a new password does not fill the Activity of an admin', async () => {
		const { member } = await world.member('Ben');
		await world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' });
		const { writer } = world.database;
		const uids = Array.from({ length: 3000 }, (_, number) => `req_${number}`);
		const now = { createdAt: world.now() };
		await writer.resetRequest.createMany({
			data: uids.map((uid) => ({ uid, bindingHash: '', state: 'PENDING', ...now }))
		});
		await writer.activity.createMany({
			data: uids.map((targetUid) => ({
				uid: `act_${targetUid}`,
				memberUid: ada.member.uid,
				kind: 'ACTIVITY_KIND_RESET_REQUEST',
				text: 'Somebody asked for a new password.',
				targetUid,
				...now
			}))
		});
		const { activity: shown, unreadCount } = await world.ask(activity.getActivity, ada, {});
		expect([shown.map(({ text }) => text), unreadCount]).toEqual([
			[`${member.name} asked for a new password.`],
			1
		]);
		const waiting = await world.ask(requests.getRequests, ada, {});
		expect(waiting.resetRequests).toHaveLength(1);
	});

	it('of a thousand members fits into a Group and a share, and a thousand Lists into a token', async () => {
		const createdAt = world.now();
		const memberUids = Array.from({ length: 1000 }, (_, number) => `mem_${number}`);
		await world.database.writer.member.createMany({
			data: memberUids.map((uid) => ({
				uid,
				name: uid,
				email: `${uid}@mill.test`,
				emailFolded: `${uid}@mill.test`,
				role: 'ROLE_MEMBER',
				passwordHash: '',
				createdAt
			}))
		});
		const { group } = await world.ask(groups.createGroup, ada, { name: 'all', memberUids });
		expect(group.members).toHaveLength(1000);
		const { uid: listUid } = await world.listOf(ada);
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', memberUids });
		expect((await world.ask(lists.getShares, ada, { listUid })).memberUids).toHaveLength(1000);
		const { members: named } = await world.ask(lists.getSharing, ada, { listUid });
		expect(named).toHaveLength(1000);

		const listUids = Array.from({ length: 1000 }, (_, number) => `lst_${number}`);
		await world.database.writer.list.createMany({
			data: listUids.map((uid) => ({
				uid,
				ownerUid: ada.member.uid,
				name: uid,
				nameWords: uid,
				createdAt,
				updatedAt: createdAt
			}))
		});
		const given = { name: 'tablet', abilities: { read: true }, listUids, expiresAt: '' };
		const { token } = await world.ask(tokens.makeAccessToken, ada, given);
		expect(token.listNames).toHaveLength(1000);
	});
});
