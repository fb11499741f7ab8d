// For each command of the catalogue: a caller who may run it, and an input that changes something. The input is the published
// example where that is enough.
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import { ruleOf } from '../contract/promises.ts';
import type { Who } from '../contract/model.ts';
import { exampleInput } from './example-inputs.ts';
import { moveIn, secrets } from './fixture-household.ts';
import { visitor, type World } from './world.ts';

type Sample = { caller: Caller; input: object };

/** Fills the empty household with what the command needs. */
type MakeSample = (world: World) => Promise<Sample>;

/** Samples for commands whose example changes nothing, or little of what the command can change. */
const specially: Record<string, MakeSample> = {
	setUpInstance: async () => ({ caller: visitor, input: exampleInput('setUpInstance') }),
	createList: async (world) => {
		const ada = await world.member('Ada');
		// A list that a scoped token creates joins its scope, which is one more write.
		const { caller } = await world.tokenOf(ada, { listUids: [(await world.listOf(ada)).uid] });
		return { caller, input: { name: 'Hardware' } };
	},
	removeMember: async (world) => {
		const ben = await world.member('Ben');
		await world.listOf(ben);
		return byAdmin(world, { memberUid: ben.member.uid });
	},
	changeMe: async (world) => byAdmin(world, { name: 'Ada L.', email: 'ada.l@mill.test' }),
	moveItem: async (world) => {
		const { caller, itemUids } = await withItems(world);
		const { uid: toListUid } = await world.listOf(caller, 'Hardware');
		return { caller, input: { itemUid: itemUids[0], toListUid } };
	},
	placeItem: async (world) => onItems(world, (_, [itemUid]) => ({ itemUid, step: 'down' })),
	addLines: async (world) =>
		onItems(world, (listUid) => ({
			listUid,
			lines: [{ label: 'milk', quantity: '2 l', again: true }, { label: 'salt' }]
		})),
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
	deleteItems: async (world) => onItems(world, (_, itemUids) => ({ itemUids })),
	restoreEntries: async (world) => {
		const { caller, itemUids } = await withItems(world);
		await world.ask(items.deleteItems, caller, { itemUids: itemUids.slice(0, 2) });
		const { uid } = await world.listOf(caller, 'Hardware');
		await world.ask(lists.deleteList, caller, { listUid: uid });
		return { caller, input: { uids: [...itemUids.slice(0, 2), uid] } };
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
	noteTokenUse: async (world) => ({
		caller: (await world.tokenOf(await world.member('Ada'))).caller,
		input: {}
	})
};

export const samples: Record<string, MakeSample> = Object.fromEntries(
	Object.values(catalogue)
		.filter(({ kind }) => kind === 'command')
		.map(({ name }) => [name, specially[name] ?? ((world: World) => inTheExample(world, name))])
);

/** The example's input, with Ada as the caller, or a visitor with the request cookie of the example household. */
async function inTheExample(world: World, name: string): Promise<Sample> {
	await moveIn(world.database, world.now());
	const operation = catalogue[name];
	const who = operation && ruleOf(operation)?.who;
	if (!who) throw new Error(`nobody may ask ${name}`);
	return { caller: await callerWho(world, who), input: exampleInput(name) };
}

async function callerWho(world: World, who: Who): Promise<Caller> {
	const { from } = visitor;
	if (who === 'any' || who === 'visitor') {
		const { request: bindingSecret, refresh: refreshSecret } = secrets;
		return { by: 'visitor', from: { ...from, bindingSecret, refreshSecret } };
	}
	if (who === 'token') {
		const caller = await tokenCaller(world.household, secrets.token, from);
		if (!caller) throw new Error('the token of Mill Lane opens nothing');
		return caller;
	}
	// In the model an admin is not the owner of the list.
	const isAdmin = who === 'admin';
	if (!isAdmin)
		await world.database.writer.member.update({
			where: { uid: exampleUids.ada },
			data: { role: 'ROLE_MEMBER' }
		});
	return {
		by: 'session',
		sessionUid: exampleUids.browser,
		member: { uid: exampleUids.ada, name: 'Ada', isAdmin, mustChangePassword: false },
		from
	};
}

async function byAdmin(world: World, input: object): Promise<Sample> {
	return { caller: await world.setUp(), input };
}

async function onItems(
	world: World,
	input: (listUid: string, itemUids: string[]) => object
): Promise<Sample> {
	const { caller, listUid, itemUids } = await withItems(world);
	return { caller, input: input(listUid, itemUids) };
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
