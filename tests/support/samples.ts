// For each command of the catalogue somebody who may, and an input that changes something.
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import type { Credential } from '../../src/lib/server/kernel/unit.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { password, visitor, type World } from './world.ts';

export type Sample = { caller: Caller; input: object };

/** Fills the empty household with what the command needs. */
export type MakeSample = (world: World) => Promise<Sample>;

export const samples: Record<string, MakeSample | undefined> = {
	setUpInstance: async () => ({
		caller: visitor,
		input: { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password }
	}),

	signUp: async (world) => {
		const ada = await world.setUp();
		await world.ask(instance.replaceSettings, ada, {
			settings: { name: 'Mill Lane', publicSignup: true }
		});
		return { caller: visitor, input: { name: 'Ben', email: 'ben@mill.test', password } };
	},
	replaceSettings: async (world) =>
		byAdmin(world, { settings: { name: 'Mill House', defaultLocale: 'de' } }),
	deleteInstance: async (world) => byAdmin(world, { password, instanceName: 'Mill Lane' }),

	addMember: async (world) =>
		byAdmin(world, { name: 'Ben', email: 'ben@mill.test', role: 'ROLE_MEMBER' }),
	changeMe: async (world) => byAdmin(world, { name: 'Ada L.', email: 'ada.l@mill.test' }),
	changeRole: async (world) =>
		byAdmin(world, { memberUid: (await world.member('Ben')).member.uid, role: 'ROLE_ADMIN' }),
	removeMember: async (world) => {
		const ben = await world.member('Ben');
		await world.listOf(ben);
		return byAdmin(world, { memberUid: ben.member.uid });
	},

	createGroup: async (world) =>
		byAdmin(world, { name: 'Cooks', memberUids: [(await world.member('Ben')).member.uid] }),
	renameGroup: async (world) => onGroup(world, (groupUid) => ({ groupUid, name: 'Bakers' })),
	setGroupMembers: async (world) =>
		onGroup(world, (groupUid, memberUid) => ({ groupUid, memberUids: [memberUid] })),
	deleteGroup: async (world) => onGroup(world, (groupUid) => ({ groupUid })),

	askToJoin: async (world) => {
		await world.setUp();
		return {
			caller: visitor,
			input: { name: 'Ben', email: 'ben@mill.test', message: 'from next door' }
		};
	},
	decideJoin: async (world) => {
		const { admin, requestUid } = await askedToJoin(world);
		return { caller: admin, input: { requestUid, approve: true } };
	},
	completeJoin: async (world) => {
		const { admin, requestUid, client } = await askedToJoin(world);
		await world.ask(requests.decideJoin, admin, { requestUid, approve: true });
		return { caller: client, input: { requestUid, name: 'Ben', password } };
	},
	askForReset: async (world) => {
		await world.setUp();
		return { caller: visitor, input: { emailOrName: 'Ada' } };
	},
	decideReset: async (world) => {
		const { admin, requestUid } = await askedForReset(world);
		return { caller: admin, input: { requestUid, approve: true } };
	},
	completeReset: async (world) => {
		const { admin, requestUid, client } = await askedForReset(world);
		await world.ask(requests.decideReset, admin, { requestUid, approve: true });
		return { caller: client, input: { requestUid, newPassword: 'another horse, another battery' } };
	},
	markActivityRead: async (world) => {
		const { admin } = await askedToJoin(world);
		return { caller: admin, input: {} };
	},

	signIn: async (world) => ({ caller: visitor, input: await credentials(world) }),
	startSession: async (world) => ({ caller: visitor, input: await credentials(world) }),
	refreshPair: async (world) => ({ caller: await withRefreshCookie(world), input: {} }),
	signOut: async (world) => ({ caller: await signedIn(world), input: {} }),
	changePassword: async (world) => ({
		caller: await signedIn(world),
		input: { currentPassword: password, newPassword: 'another horse, another battery' }
	}),
	endSession: async (world) => {
		const caller = await signedIn(world);
		return { caller, input: { sessionUid: caller.sessionUid } };
	},

	createList: async (world) => {
		const ada = await world.member('Ada');
		// What a token with a scope makes joins the scope, which is one write more.
		const { caller } = await world.tokenOf(ada, { listUids: [(await world.listOf(ada)).uid] });
		return { caller, input: { name: 'Hardware' } };
	},
	renameList: async (world) => onList(world, (listUid) => ({ listUid, name: 'Market' })),
	deleteList: async (world) => onList(world, (listUid) => ({ listUid })),
	archiveList: async (world) => onList(world, (listUid) => ({ listUid, archived: true })),
	createSection: async (world) =>
		onSection(world, (sectionUid, listUid) => ({ listUid, name: 'Bakery', afterSectionUid: '' })),
	changeSection: async (world) =>
		onSection(world, (sectionUid) => ({ sectionUid, name: 'Milk and eggs' })),
	deleteSection: async (world) => onSection(world, (sectionUid) => ({ sectionUid })),
	setAddsOnTop: async (world) => onList(world, (listUid) => ({ listUid, addsOnTop: true })),
	shareList: async (world) => {
		const ben = await world.member('Ben');
		const memberUids = [ben.member.uid];
		return onList(world, (listUid) => ({
			listUid,
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids,
			groupUids: []
		}));
	},
	pinList: async (world) => onList(world, (listUid) => ({ listUid, pinned: true })),
	duplicateList: async (world) => onItems(world, (listUid) => ({ listUid })),
	clearDone: async (world) => onItems(world, (listUid) => ({ listUid })),
	clearTicked: async (world) => onItems(world, (listUid) => ({ listUid })),

	addItem: async (world) => onList(world, (listUid) => ({ listUid, label: 'milk' })),
	addItems: async (world) =>
		onList(world, (listUid) => ({ listUid, items: [{ label: 'milk' }, { label: 'eggs' }] })),
	changeItem: async (world) =>
		onItems(world, (_, [itemUid]) => ({ itemUid, label: 'oat milk', note: 'the green one' })),
	tickItem: async (world) => onItems(world, (_, [itemUid]) => ({ itemUid, done: true })),
	moveItem: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const { uid: toListUid } = await world.listOf(caller, 'Hardware');
		return { caller, input: { itemUid: itemUids[0], toListUid } };
	},
	deleteItem: async (world) => onItems(world, (_, [itemUid]) => ({ itemUid })),
	placeItem: async (world) => onItems(world, (_, [itemUid]) => ({ itemUid, step: 'down' })),
	addLines: async (world) =>
		onItems(world, (listUid) => ({
			listUid,
			lines: [{ label: 'milk', quantity: '2 l', again: true }, { label: 'salt' }]
		})),

	changeList: async (world) =>
		onList(world, (listUid) => ({ listUid, name: 'Market', archived: true, pinned: true })),
	changeItems: async (world) =>
		onItems(world, (_, itemUids) => ({
			items: itemUids.map((itemUid) => ({ itemUid, quantity: '2', note: 'the green one' }))
		})),
	tickItems: async (world) => onItems(world, (_, itemUids) => ({ itemUids, done: true })),
	moveItems: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const { uid: toListUid } = await world.listOf(caller, 'Hardware');
		return { caller, input: { itemUids: itemUids.slice(0, 2), toListUid } };
	},
	appendToNote: async (world) =>
		onItems(world, (_, [itemUid]) => ({ itemUid, text: 'the green one' })),
	deleteItems: async (world) => onItems(world, (_, itemUids) => ({ itemUids })),

	restoreEntries: async (world) => {
		const { caller, itemUids } = await withItems(world);
		await world.ask(items.deleteItems, caller, { itemUids: itemUids.slice(0, 2) });
		const { uid } = await world.listOf(caller, 'Hardware');
		await world.ask(lists.deleteList, caller, { listUid: uid });
		return { caller, input: { uids: [...itemUids.slice(0, 2), uid] } };
	},
	restore: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const uid = itemUids[0] ?? '';
		await world.ask(items.deleteItem, caller, { itemUid: uid });
		return { caller, input: { uid } };
	},
	undoOwnChanges: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const since = world.now().toISOString();
		const { caller: token } = await world.tokenOf(caller);
		await world.ask(items.tickItem, token, { itemUid: itemUids[0] ?? '', done: true });
		await world.ask(lists.createList, token, { name: 'Balloons' });
		return { caller: token, input: { since } };
	},
	undoToken: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const since = world.now().toISOString();
		const { caller: token, uid: tokenUid } = await world.tokenOf(caller);
		await world.ask(items.tickItem, token, { itemUid: itemUids[0] ?? '', done: true });
		await world.ask(items.changeItem, token, { itemUid: itemUids[0] ?? '', quantity: '9' });
		await world.ask(lists.createList, token, { name: 'Balloons' });
		return { caller, input: { tokenUid, since } };
	},

	makeAccessToken: async (world) => {
		const caller = await world.member('Ada');
		const { uid } = await world.listOf(caller);
		return {
			caller,
			input: { name: 'tablet', abilities: { read: true }, listUids: [uid], expiresAt: '' }
		};
	},
	noteTokenUse: async (world) => ({
		caller: (await world.tokenOf(await world.member('Ada'))).caller,
		input: {}
	}),
	revokeAccessToken: async (world) => {
		const caller = await world.member('Ada');
		return { caller, input: { tokenUid: (await world.tokenOf(caller)).uid } };
	}
};

async function byAdmin(world: World, input: object): Promise<Sample> {
	return { caller: await world.setUp(), input };
}

async function onGroup(
	world: World,
	input: (groupUid: string, memberUid: string) => object
): Promise<Sample> {
	const caller = await world.setUp();
	const ben = await world.member('Ben');
	const { group } = await world.ask(groups.createGroup, caller, {
		name: 'Cooks',
		memberUids: [ben.member.uid]
	});
	return { caller, input: input(group.uid, caller.member.uid) };
}

/** Ben has asked to join; his browser holds what binds the request to it. */
async function askedToJoin(world: World) {
	const admin = await world.setUp();
	const asked = { name: 'Ben', email: 'ben@mill.test', message: '' };
	const { output, issued } = await perform(
		world.household,
		requests.askToJoin,
		visitor,
		() => asked
	);
	return { admin, requestUid: output.requestUid, client: boundBy(issued) };
}

async function askedForReset(world: World) {
	const admin = await world.setUp();
	await world.member('Ben');
	const { output, issued } = await perform(world.household, requests.askForReset, visitor, () => ({
		emailOrName: 'Ben'
	}));
	return { admin, requestUid: output.requestUid, client: boundBy(issued) };
}

function boundBy(issued: Credential[]): Caller {
	const cookie = issued.find((credential) => credential.kind === 'binding');
	if (!cookie) throw new Error('asking gave no cookie that binds the request');
	return { by: 'visitor', from: { ...visitor.from, bindingSecret: cookie.secret } };
}

async function onList(world: World, input: (listUid: string) => object): Promise<Sample> {
	const caller = await world.member('Ada');
	return { caller, input: input((await world.listOf(caller)).uid) };
}

async function onItems(
	world: World,
	input: (listUid: string, itemUids: string[]) => object
): Promise<Sample> {
	const { caller, listUid, itemUids } = await withItems(world);
	return { caller, input: input(listUid, itemUids) };
}

/** A section with an item in it. */
async function onSection(
	world: World,
	input: (sectionUid: string, listUid: string) => object
): Promise<Sample> {
	const caller = await world.member('Ada');
	const { uid: listUid } = await world.listOf(caller);
	const { section } = await world.ask(sections.createSection, caller, { listUid, name: 'Dairy' });
	await world.ask(items.addItem, caller, { listUid, label: 'milk', sectionUid: section.uid });
	return { caller, input: input(section.uid, listUid) };
}

/** Three items; the last is ticked. */
async function withItems(world: World) {
	const caller = await world.member('Ada');
	const { uid: listUid } = await world.listOf(caller);
	const bodies = ['milk', 'eggs', 'bread'].map((label) => ({ label }));
	const added = await world.ask(items.addItems, caller, { listUid, items: bodies });
	const itemUids = added.items.map(({ uid }) => uid);
	await world.ask(items.tickItem, caller, { itemUid: itemUids[2] ?? '', done: true });
	return { caller, listUid, itemUids };
}

async function credentials(world: World): Promise<{ email: string; password: string }> {
	const { member } = await world.member('Ada');
	const passwordHash = await hashPassword(password);
	const { email } = await world.database.writer.member.update({
		where: { uid: member.uid },
		data: { passwordHash }
	});
	return { email, password };
}

async function signedIn(world: World): Promise<MemberCaller & { by: 'session' }> {
	const given = await credentials(world);
	await world.ask(members.startSession, visitor, given);
	const { uid: sessionUid, member } = await world.database.reader.session.findFirstOrThrow({
		include: { member: true }
	});
	const { uid, name } = member;
	return {
		by: 'session',
		sessionUid,
		member: { uid, name, isAdmin: false, mustChangePassword: false },
		from: visitor.from
	};
}

async function withRefreshCookie(world: World): Promise<Caller> {
	const given = await credentials(world);
	const { issued } = await perform(world.household, members.signIn, visitor, () => given);
	const cookie = issued.find((credential) => credential.kind === 'refresh');
	if (!cookie) throw new Error('signing in gave no refresh cookie');
	return { by: 'visitor', from: { ...visitor.from, refreshSecret: cookie.secret } };
}
