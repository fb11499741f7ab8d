// Who is told of a Change, for every kind of Change and every kind of caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audienceOf } from '../../src/lib/server/events/audience.ts';
import type { StoredChange } from '../../src/lib/server/events/event.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { changeKinds, kindsWhere } from '../../src/lib/server/kernel/change-event.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

const kinds = Object.keys(changeKinds);
const ofHousehold = kindsWhere(({ of }) => of === 'household');
const forAdmins = kindsWhere(({ hears }) => hears === 'admins');
const forWhoDidIt = kindsWhere(({ hears }) => hears === 'whoDidIt');
const deletion = kindsWhere(({ of, effect }) => of === 'list' && effect === 'deleted');

describe.each(providers)('on %s a Change', (provider) => {
	let world: World;
	let callers: Record<string, Caller>;
	let listUid: string;
	let benUid: string;
	beforeAll(async () => {
		world = await openWorld(provider);
		const ada = await world.member('Ada', 'ROLE_ADMIN');
		const eve = await world.member('Eve', 'ROLE_ADMIN');
		const [ben, cleo] = [await world.member('Ben'), await world.member('Cleo')];
		benUid = ben.member.uid;
		listUid = (await world.listOf(ada)).uid;
		const other = await world.listOf(ada);
		const memberUids = [benUid];
		await world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_SPECIFIC', memberUids });
		const byPair = { by: 'pair', pairUid: 'par_1', expiresAt: new Date('2100-01-01') } as const;
		const token = async (owner: Caller, ...listUids: string[]) =>
			(await world.tokenOf(owner, { listUids })).caller;
		callers = {
			...{ ada, eve, ben, cleo, visitor },
			'ada by a pair': { member: ada.member, from: ada.from, ...byPair },
			'ben by a pair': { member: ben.member, from: ben.from, ...byPair },
			'a token of ada': await token(ada),
			'a token of ada for the list': await token(ada, listUid),
			'a token of ada for another list': await token(ada, other.uid),
			'a token of ben': await token(ben)
		};
	});
	afterAll(() => world.close());

	/** For each kind the callers who are told of such a Change, which Ben made. */
	async function told(about: Partial<StoredChange> = {}): Promise<Record<string, string[]>> {
		const changes = kinds.map((kind, number) => ({
			...{ number, kind, itemUid: '', viaToken: '', toUid: '', at: world.now() },
			...{ byUid: benUid, listUid: ofHousehold.includes(kind) ? '' : listUid },
			...about
		}));
		const mayHear = await audienceOf(world.database.read, changes);
		const names = Object.keys(callers).sort();
		const heard = (change: StoredChange) =>
			names.filter((name) => mayHear(change, callers[name] ?? visitor));
		return Object.fromEntries(changes.map((change) => [change.kind, heard(change)]));
	}

	const ofBen = ['a token of ben', 'ben', 'ben by a pair'];
	const whoReach = [
		...['a token of ada', 'a token of ada for the list', 'a token of ben', 'ada', 'ada by a pair'],
		...['ben', 'ben by a pair']
	];
	const expected = (who: (kind: string) => string[]) =>
		Object.fromEntries(kinds.map((kind) => [kind, who(kind)]));

	it('is told to those who reach its list, or to the household', async () => {
		const everybody = Object.keys(callers).filter((name) => name !== 'visitor');
		expect(await told()).toEqual(
			expected((kind) => {
				if (forAdmins.includes(kind)) return ['ada', 'eve'];
				if (forWhoDidIt.includes(kind)) return ofBen;
				return ofHousehold.includes(kind) ? everybody.sort() : whoReach;
			})
		);
	});

	it('of one member is told to that member, and not to their tokens', async () => {
		expect(await told({ toUid: benUid })).toEqual(expected(() => ['ben', 'ben by a pair']));
	});

	it('for admins is told to those who are admins now', async () => {
		await world.database.writer.member.updateMany({
			where: { name: 'Eve' },
			data: { role: 'ROLE_MEMBER' }
		});
		const heard = await told();
		for (const kind of forAdmins) expect(heard[kind]).toEqual(['ada']);
	});

	it('of a list in the trash is told where it is the deletion alone', async () => {
		await world.database.writer.list.update({
			where: { uid: listUid },
			data: { deletedAt: world.now() }
		});
		const heard = await told({ listUid });
		for (const kind of kinds) expect(heard[kind]).toEqual(deletion.includes(kind) ? whoReach : []);
	});
});
