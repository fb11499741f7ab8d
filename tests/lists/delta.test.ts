// The changes since any version of a list lead to the same as a fresh read, whatever the household did in between. They name
// no item that was never on a list in the member's reach.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { sections } from '../../src/lib/server/sections/operations.ts';
import { newRows } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, type World } from '../support/world.ts';
import { applied, emptyCopy, inOrder, type Copy } from './copy.ts';
import { aStep, drawn, elsewhere, inputsOf, type Stage, type Step } from './random-commands.ts';
import { onListsInReach, type OnList } from './in-reach.ts';

type Person = Awaited<ReturnType<World['member']>>;
const ofOwners = ['shareList', 'archiveList', 'deleteList', 'renameList', 'setAddsOnTop'];
const draws = (provider: string) => (isLong ? 10_000 : provider === 'sqlite' ? 200 : 60);

const nothing: Stage = {
	...{ listUids: [], itemUids: [], deletedUids: [], memberUids: [] },
	...{ sectionUids: [], groupUid: '', tokenUid: '', lodgerUid: '' }
};
const commandsFor = (stage: Stage): string[] => Object.keys(inputsOf(stage, 1));

it('knows the commands that change no list', () => {
	expect(elsewhere.filter((name) => catalogue[name]?.kind !== 'command')).toEqual([]);
});

describe.each(providers)('the changes since any version, on %s', (provider) => {
	let world: World;
	let people: Person[];
	let groupUid: string;
	const carriedOut = new Set<string>();
	let checked = 0;
	let lodgers = 0;

	beforeAll(async () => {
		world = await openWorld(provider);
		if (provider === 'sqlite') await world.database.writer.$executeRaw`PRAGMA synchronous = OFF`;
		people = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
		people.push(await world.member('Cleo'));
		groupUid = (await world.ask(groups.createGroup, people[0] as Person, { name: 'Cooks' })).group
			.uid;
	});
	afterAll(() => world.close());

	it('lead to the same as a fresh read', { timeout: 7_200_000 }, async () => {
		const someSteps = fc.array(aStep, { minLength: 3, maxLength: 8 });
		await fc.assert(fc.asyncProperty(someSteps, agrees), {
			numRuns: draws(provider),
			endOnFailure: true
		});
		note(`changes of a list on ${provider}`, {
			draws: draws(provider),
			'versions checked': checked,
			differences: 0,
			foreign: 0
		});
		// The quick form may not draw every command.
		if (isLong) expect([...carriedOut].sort()).toEqual(commandsFor(nothing).sort());
	});

	async function agrees(steps: Step[]): Promise<void> {
		lodgers += 1;
		const lodger = await world.member(`Lodger${lodgers}`);
		const here = [...people, lodger];
		const { caller: tablet, uid: tokenUid } = await world.tokenOf(people[1] as Person);
		const stage = { ...(await furnished(here)), groupUid, tokenUid, lodgerUid: lodger.member.uid };
		const household = {
			callers: [...here, tablet, tablet],
			here,
			stage,
			kept: new Map(),
			seen: new Map()
		};
		await lookAround(household);
		await Promise.all(here.map((person) => readAll(household, person, 0)));
		for (const step of steps) {
			await carryOut(household, step);
			const there = await lookAround(household);
			const reader = here[step.seed % here.length] as Person;
			if (there.some(({ memberUid }) => memberUid === reader.member.uid))
				await readAll(household, reader, step.from);
		}
		await Promise.all(here.map((person) => readFromEveryVersion(household, person)));
	}

	/** A list for each of three members, with ranks that leave no gap. */
	async function furnished(here: Person[]) {
		const rows = newRows(world.now());
		const listUids = [0, 1, 3].map((owner) =>
			rows.list(here[owner]?.member.uid ?? '', { sharing: 'SHARING_INSTANCE', sharedEdit: true })
		);
		const itemUids = listUids.flatMap((listUid) =>
			[1, 1 + Number.EPSILON, 1 + 2 * Number.EPSILON].map((rank) =>
				rows.item(listUid, { rank, addedByUid: here[1]?.member.uid ?? null })
			)
		);
		const sectionUids = listUids.flatMap((listUid) => [
			rows.section(listUid),
			rows.section(listUid)
		]);
		await rows.write(world.database);
		return {
			listUids,
			itemUids,
			sectionUids,
			deletedUids: [],
			memberUids: here.map(({ member }) => member.uid)
		};
	}

	async function carryOut(household: Household, step: Step): Promise<void> {
		const { stage } = household;
		const { operation, input } = drawn(stage, step);
		const caller = await callerOf(household, operation.name, input, step);
		try {
			const { output } = await perform(world.household, operation, caller, () => input);
			carriedOut.add(operation.name);
			const made = lists.createList.output.safeParse(output).data?.list.uid;
			if (made && stage.listUids.length < 4)
				stage.listUids = [...new Set([...stage.listUids, made])];
			const section = sections.createSection.output.safeParse(output).data?.section.uid;
			if (section) stage.sectionUids = [...stage.sectionUids, section].slice(-8);
			if (operation.name === 'shareList' && made) await comeAndGo(household, caller, made);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
		}
	}

	/** The caller of a command. A command that only owners may run is mostly run by the owner. */
	async function callerOf(
		{ callers, here }: Household,
		name: string,
		input: { listUid?: string },
		{ caller, seed }: Step
	): Promise<Caller> {
		const anyone = callers[caller % callers.length] as Caller;
		if (!ofOwners.includes(name) || seed % 7 === 0) return anyone;
		const uid = input.listUid ?? '';
		const row = await world.database.reader.list.findUnique({ where: { uid } });
		return here.find(({ member }) => member.uid === row?.ownerUid) ?? anyone;
	}

	/** Adds an item and deletes it, so that only members who reach the list at this moment see it. */
	async function comeAndGo(household: Household, owner: Caller, listUid: string): Promise<void> {
		const { item } = await world.ask(items.addItem, owner, { listUid, label: 'Surprise' });
		await lookAround(household);
		await world.ask(items.deleteItem, owner, { itemUid: item.uid });
	}

	/** Records which items each member can see now. */
	async function lookAround({ stage, seen }: Household): Promise<OnList[]> {
		const there = await onListsInReach(world.database, stage);
		for (const { memberUid, listUid, itemUid } of there) {
			const key = `${memberUid} ${listUid}`;
			const known = seen.get(key) ?? new Set<string>();
			seen.set(key, itemUid ? known.add(itemUid) : known);
			if (itemUid && !stage.itemUids.includes(itemUid)) stage.itemUids.push(itemUid);
		}
		const uids = new Set(there.flatMap(({ listUid, itemUid }) => [listUid, itemUid]));
		stage.deletedUids = [...stage.itemUids, ...stage.listUids].filter((uid) => !uids.has(uid));
		return there;
	}

	/** Reads the changes of each list since one of the versions that the member has had. */
	async function readAll(household: Household, person: Person, from: number): Promise<void> {
		for (const listUid of household.stage.listUids) {
			const versions = [...copiesOf(household, person, listUid).keys(), undefined];
			await goOn(household, person, listUid, [versions[from % versions.length]]);
		}
	}

	async function readFromEveryVersion(household: Household, person: Person): Promise<void> {
		for (const listUid of household.stage.listUids)
			await goOn(household, person, listUid, [...copiesOf(household, person, listUid).keys()]);
	}

	/** Asks for the changes since each of these versions and compares the result with a fresh read. */
	async function goOn(
		household: Household,
		person: Person,
		listUid: string,
		versions: (string | undefined)[]
	): Promise<void> {
		const fresh = await world.ask(lists.getList, person, { listUid }).catch(() => undefined);
		const copies = copiesOf(household, person, listUid);
		const seen = household.seen.get(`${person.member.uid} ${listUid}`);
		for (const after of versions) {
			const asked = world.ask(lists.getChanges, person, { listUid, after });
			if (!fresh) {
				expect(await outcome(asked)).toBe('missing');
				continue;
			}
			const changes = await asked;
			const copy = applied(copies.get(after ?? '') ?? emptyCopy, changes);
			const led = { list: changes.list, items: inOrder(copy) };
			// `toEqual` of equal values takes as long as all the rest, so compare first.
			if (!isDeepStrictEqual(led, fresh)) expect(led).toEqual(fresh);
			expect(changes.removedItemUids.filter((uid) => !seen?.has(uid))).toEqual([]);
			copies.set(changes.version, copy);
			checked += 1;
		}
	}
});

/** The member's copies of the list, by version. */
function copiesOf({ kept }: Household, { member }: Person, listUid: string): Map<string, Copy> {
	const key = `${member.uid} ${listUid}`;
	const copies = kept.get(key) ?? new Map<string, Copy>();
	kept.set(key, copies);
	return copies;
}

type Household = {
	callers: Caller[];
	here: Person[];
	stage: Stage;
	/** By member and list, the member's copies by version. */
	kept: Map<string, Map<string, Copy>>;
	/** By member and list, the items that were on it while they reached it. */
	seen: Map<string, Set<string>>;
};
