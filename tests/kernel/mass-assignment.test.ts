// A request can never set a uid, an owner, an author, a role, a hash or a time by itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { performed } from '../support/credentials.ts';
import { lookInto } from '../support/sql.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

const mark = 'forged_by_the_request';
const then = '1999-12-31T23:59:59.999Z';

const texts = `uid id number listId ownerId ownerUid addedBy addedByUid addedByName addedViaToken
	addedViaTokenUid doneByUid deletedByUid archivedByUid passwordHash secretHash
	bindingHash secret emailFolded nameFolded nameWords labelWords quantityWords noteWords
	state outcome viaToken byUid toUid`;
const times = `createdAt updatedAt decidedAt doneAt deletedAt archivedAt removedAt lastSignedInAt
	lastUsedAt readAt`;

const withEach = (names: string, value: string): Record<string, string> =>
	Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));

/** Every column that no request may fill, with values that would be noticed if they were stored anywhere. */
const forged = {
	...withEach(texts, mark),
	...withEach(times, then),
	isAdmin: true,
	isOwner: true,
	rank: -77_777,
	constructor: mark
};

describe.each(providers)('a request on %s', (provider) => {
	let world: World;
	let ada: Caller & { member: { uid: string } }, ben: Caller & { member: { uid: string } };
	let listUid: string, itemUid: string, groupUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', publicSignup: true, createdAt: world.now() }
		});
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		listUid = (await world.listOf(ada)).uid;
		itemUid = (await world.ask(items.addItem, ada, { listUid, label: 'milk' })).item.uid;
		groupUid = (await world.ask(groups.createGroup, ada, { name: 'kids' })).group.uid;
	});
	afterAll(() => world.close());

	const ask = async (operation: AnyOperation, caller: Caller, input: object) =>
		(await perform(world.household, operation, caller, () => ({ ...forged, ...input }))).output;

	const asked: Record<string, () => Promise<unknown>> = {
		createList: () => ask(lists.createList, ben, { name: 'New' }),
		renameList: () => ask(lists.renameList, ada, { listUid, name: 'Renamed' }),
		duplicateList: () => ask(lists.duplicateList, ada, { listUid }),
		shareList: () =>
			ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit: true }),
		addItem: () => ask(items.addItem, ben, { listUid, label: 'eggs' }),
		addItems: () => ask(items.addItems, ben, { listUid, items: [{ ...forged, label: 'tea' }] }),
		changeItem: () => ask(items.changeItem, ben, { itemUid, label: 'oat milk' }),
		tickItem: () => ask(items.tickItem, ben, { itemUid, done: true }),
		deleteItem: () => ask(items.deleteItem, ben, { itemUid }),
		restore: () => ask(trash.restore, ben, { uid: itemUid }),
		addMember: () => ask(members.addMember, ada, { name: 'Cleo', email: 'cleo@mill.test' }),
		changeMe: () =>
			ask(members.changeMe, ben, {
				name: 'Ben B.',
				role: 'ROLE_ADMIN',
				memberUid: ada.member.uid,
				mustChangePassword: true
			}),
		createGroup: () =>
			ask(groups.createGroup, ada, { name: 'flat', listNames: [mark], members: [mark] }),
		renameGroup: () => ask(groups.renameGroup, ada, { groupUid, name: 'children' }),
		setGroupMembers: () =>
			ask(groups.setGroupMembers, ada, { groupUid, memberUids: [ben.member.uid] }),
		replaceSettings: () =>
			ask(instance.replaceSettings, ada, {
				settings: {
					...forged,
					name: 'Mill Lane',
					publicSignup: true,
					publicList: { ...forged, listUid, listName: mark }
				}
			}),
		signUp: () =>
			ask(instance.signUp, visitor, {
				name: 'Eve',
				email: 'eve@mill.test',
				password,
				role: 'ROLE_ADMIN'
			}),
		askToJoin: () =>
			ask(requests.askToJoin, visitor, {
				name: 'Dan',
				email: 'dan@mill.test',
				role: 'ROLE_ADMIN',
				requestUid: mark
			}),
		askForReset: () =>
			ask(requests.askForReset, visitor, {
				emailOrName: 'Ben B.',
				memberUid: ada.member.uid,
				requestUid: mark,
				checkPhrase: mark
			}),
		makeAccessToken: () =>
			ask(tokens.makeAccessToken, ben, {
				name: 'script',
				abilities: { ...forged, read: true },
				allLists: true,
				expiresAt: '',
				memberUid: ada.member.uid,
				memberName: mark
			})
	};

	it(
		'chooses no uid, owner, author, hash, role or time of its own',
		{ timeout: 60_000 },
		async () => {
			const before = await world.database.reader.member.findUniqueOrThrow({
				where: { uid: ada.member.uid }
			});
			for (const [name, act] of Object.entries(asked)) {
				expect(JSON.stringify(await act()), name).not.toContain(mark);
				const look = await lookInto(world.databaseUrl);
				const stored = await look.everything(['_prisma_migrations']);
				await look.close();
				for (const trace of [mark, '1999-12-31', '-77777'])
					expect(stored, name).not.toContain(trace);
			}
			const { reader } = world.database;
			expect(await reader.member.findUniqueOrThrow({ where: { uid: ada.member.uid } })).toEqual(
				before
			);
			expect(
				(await reader.member.findMany({ where: { role: 'ROLE_ADMIN' } })).map(({ name }) => name)
			).toEqual(['Ada']);
			expect((await reader.resetRequest.findMany()).map(({ memberUid }) => memberUid)).toEqual([
				ben.member.uid
			]);
			expect((await reader.accessToken.findMany()).map(({ memberUid }) => memberUid)).toEqual([
				ben.member.uid
			]);
		}
	);

	it('to join chooses no role and no email when it is completed', async () => {
		const { output, issued } = await performed(world, requests.askToJoin, visitor, {
			name: 'Fay',
			email: 'fay@mill.test'
		});
		const { requestUid } = output;
		const [bindingSecret] = issued.flatMap((one) => (one.kind === 'binding' ? [one.secret] : []));
		const asking: Caller = { by: 'visitor', from: { ...visitor.from, bindingSecret } };
		await world.ask(requests.decideJoin, ada, { requestUid, approve: true });
		const { member } = await world.ask(requests.completeJoin, asking, {
			requestUid,
			name: 'Fay',
			password,
			...{ role: 'ROLE_ADMIN', email: 'ada@mill.test', uid: mark }
		});
		expect(member).toMatchObject({ role: 'ROLE_MEMBER', email: 'fay@mill.test' });
		expect(member.uid).not.toBe(mark);
	});
});
