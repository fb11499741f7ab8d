// A household to look at and to test with: Ada, who runs it, Ben, Cleo, and Dan, who has never signed in.
import type { z } from 'zod';
import type { Caller, MemberCaller } from '../src/lib/server/kernel/caller.ts';
import { groups } from '../src/lib/server/groups/operations.ts';
import { instance } from '../src/lib/server/instance/operations.ts';
import { items } from '../src/lib/server/items/operations.ts';
import { lists } from '../src/lib/server/lists/operations.ts';
import { members } from '../src/lib/server/members/operations.ts';
import type { Operation } from '../src/lib/server/kernel/operation.ts';
import { perform } from '../src/lib/server/kernel/perform.ts';
import { requests } from '../src/lib/server/requests/operations.ts';
import { tokens } from '../src/lib/server/tokens/operations.ts';
import { days, later } from '../src/lib/server/runtime/clock.ts';
import type { Household } from '../src/lib/server/kernel/household.ts';
import { hashPassword } from '../src/lib/server/kernel/passwords.ts';
import { newUid } from '../src/lib/server/kernel/secrets.ts';

/** The password of everyone in Mill Lane. */
export const password = 'correct horse battery staple';

export type MillLane = Awaited<ReturnType<typeof seedMillLane>>;

/** Fills an empty household through the same operations as everybody else, and says who and what is in it. */
export async function seedMillLane(household: Household) {
	const ask: Ask = async (operation, caller, input) =>
		(await perform(household, operation, caller, () => input)).output;
	const people = await moveIn(household, ask);
	const { ada, ben, cleo, dan } = people;
	const kids = (await ask(groups.createGroup, ada, { name: 'kids', memberUids: [cleo.member.uid] }))
		.group;
	const flat = (
		await ask(groups.createGroup, ada, {
			name: 'flat',
			memberUids: [ben.member.uid, dan.member.uid]
		})
	).group;
	const lists = await fillLists(ask, people, { kids: kids.uid, flat: flat.uid });
	const kitchenTablet = await ask(tokens.makeAccessToken, ada, {
		name: 'kitchen tablet',
		abilities: { read: true, write: true },
		listUids: [lists.groceries.uid],
		expiresAt: ''
	});
	const recipeBox = await ask(tokens.makeAccessToken, ben, {
		name: 'recipe box',
		abilities: { read: true },
		allLists: true,
		expiresAt: ''
	});
	const join = await ask(requests.askToJoin, stranger, {
		name: 'Elif',
		email: 'elif@mill.test',
		message: 'I moved in upstairs.'
	});
	const reset = await ask(requests.askForReset, stranger, { emailOrName: 'Cleo' });
	return { ...people, kids, flat, lists, kitchenTablet, recipeBox, join, reset };
}

type Ask = <Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>,
	caller: Caller,
	input: z.input<Input>
) => Promise<z.output<Output>>;

const from = { address: '192.0.2.7', device: 'Mill Lane', isThisMachine: true };
const stranger: Caller = { by: 'visitor', from };

type People = Record<'ada' | 'ben' | 'cleo' | 'dan', MemberCaller>;

async function moveIn(household: Household, ask: Ask): Promise<People> {
	const first = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };
	const { member } = await ask(instance.setUpInstance, stranger, first);
	const ada = await inBrowser(household, {
		uid: member.uid,
		name: 'Ada',
		isAdmin: true,
		mustChangePassword: false
	});
	const passwordHash = await hashPassword(password);
	const now = household.clock();
	const settled = async (name: string) => {
		const { member } = await ask(members.addMember, ada, {
			name,
			email: `${name.toLowerCase()}@mill.test`
		});
		const data = { passwordHash, mustChangePassword: false, lastSignedInAt: now };
		await household.database.writer.member.update({ where: { uid: member.uid }, data });
		return inBrowser(household, {
			uid: member.uid,
			name,
			isAdmin: false,
			mustChangePassword: false
		});
	};
	const [ben, cleo] = [await settled('Ben'), await settled('Cleo')];
	const dan = (await ask(members.addMember, ada, { name: 'Dan', email: 'dan@mill.test' })).member;
	return {
		ada,
		ben,
		cleo,
		dan: await inBrowser(household, {
			uid: dan.uid,
			name: 'Dan',
			isAdmin: false,
			mustChangePassword: true
		})
	};
}

/** A caller with a session of its own. `signOutAll` ends these sessions. */
async function inBrowser(
	{ database, clock }: Household,
	member: MemberCaller['member']
): Promise<MemberCaller> {
	const uid = newUid('ses');
	const now = clock();
	await database.writer.session.create({
		data: {
			...{ idHash: uid, uid, memberUid: member.uid, device: from.device },
			...{ createdAt: now, lastUsedAt: now, expiresAt: later(now, days(1)) }
		}
	});
	return { by: 'session', sessionUid: uid, member, from };
}

export const signOutAll = ({ database }: Household) =>
	database.writer.session.deleteMany({ where: { device: from.device } });

async function fillLists(
	ask: Ask,
	{ ada, ben, cleo }: People,
	{ kids, flat }: { kids: string; flat: string }
) {
	const make = async (
		owner: Caller,
		name: string,
		body: z.input<typeof items.addItems.input>['items']
	) => {
		const { list } = await ask(lists.createList, owner, { name });
		await ask(items.addItems, owner, { listUid: list.uid, items: body });
		return list;
	};
	const groceries = await make(ada, 'Groceries', [
		{ label: 'Sourdough' },
		{
			label: 'Tomatoes',
			quantity: '1 kg',
			note: 'The small ones from the market, not the ones in plastic'
		},
		{ label: 'Parmesan', quantity: '200 g', dueOn: '2026-11-20' },
		{ label: 'Coffee beans', quantity: '2' },
		{ label: 'Butter' },
		{ label: 'Eggs', quantity: '12' }
	]);
	await ask(lists.shareList, ada, {
		listUid: groceries.uid,
		sharing: 'SHARING_INSTANCE',
		canEdit: true
	});
	await ask(lists.pinList, ada, { listUid: groceries.uid, pinned: true });
	const onIt = (await ask(lists.getList, ben, { listUid: groceries.uid })).items;
	for (const item of onIt.filter(({ label }) => label === 'Butter' || label === 'Eggs'))
		await ask(items.tickItem, ben, { itemUid: item.uid, done: true });
	const birthday = await make(ada, 'Birthday for Ben', [
		{ label: 'Candles', quantity: '40' },
		{ label: 'The good cake' },
		{ label: 'A card' }
	]);
	const camping = await make(ada, 'Camping', [
		{ label: 'Tent pegs' },
		{ label: 'Torches', quantity: '4' }
	]);
	await ask(lists.shareList, ada, {
		listUid: camping.uid,
		sharing: 'SHARING_SPECIFIC',
		groupUids: [kids]
	});
	const houseJobs = await make(ben, 'House jobs', [
		{ label: 'Bleed the radiators' },
		{ label: 'Gutters', dueOn: '2026-11-28' }
	]);
	await ask(lists.shareList, ben, {
		listUid: houseJobs.uid,
		sharing: 'SHARING_SPECIFIC',
		canEdit: true,
		groupUids: [flat]
	});
	const summer = await make(cleo, 'Summer holiday', [{ label: 'Sun hats' }]);
	await ask(lists.archiveList, cleo, { listUid: summer.uid, archived: true });
	return { groceries, birthday, camping, houseJobs, summer };
}
