// Nothing out of reach is told: every name, label and uid in every answer, refusal, event and text of a tool belongs to
// something that the caller may see, in random households where each string is unique.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import { audienceOf } from '../../src/lib/server/events/audience.ts';
import { asEvent, changesAfter } from '../../src/lib/server/events/event.ts';
import { openHub, type Hub } from '../../src/lib/server/runtime/hub.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import type { Asking } from '../../src/lib/server/mcp/asking.ts';
import { serverFor } from '../../src/lib/server/mcp/server.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { isLong, note } from '../support/figures.ts';
import { openWorld, providers, password, type World } from '../support/world.ts';
import {
	aMarkedHousehold,
	buildMarked,
	mark,
	meanwhile,
	namesIn,
	readAnew,
	type Marked,
	type MarkedHousehold
} from './marked-household.ts';
import { readRows, visibleTo, whatIsReached, type Rows } from './visible.ts';

const quickDraws = { sqlite: 200, postgresql: 60 };
const longDraws = { sqlite: 10_000, postgresql: 2_000 };

describe.each(providers)('what is told in a random household on %s', (provider) => {
	let world: World;
	let hub: Hub;
	let joins: { uid: string; name: string; email: string }[] = [];
	let checked = 0;
	beforeAll(async () => {
		world = await openWorld(provider);
		hub = openHub(world.household);
		if (provider === 'sqlite') await world.database.writer.$executeRaw`PRAGMA synchronous = OFF`;
	});
	afterAll(async () => {
		hub.close();
		await world.close();
	});

	it('names only what the caller reaches', { timeout: 7_200_000 }, async () => {
		const numRuns = (isLong ? longDraws : quickDraws)[provider];
		await fc.assert(fc.asyncProperty(aMarkedHousehold, tellsNothingForeign), {
			numRuns,
			endOnFailure: true
		});
		note(`strings on ${provider}`, { draws: numRuns, 'answers checked': checked, foreign: 0 });
	});

	async function tellsNothingForeign(marked: Marked): Promise<void> {
		const household = await buildMarked(world, marked);
		const caller = household.caller;
		joins = await world.database.reader.joinRequest.findMany();
		const inputs = inputsOf(marked, household);
		const known = lists.getChanges.output.safeParse(
			await ask(caller, 'getChanges', inputs.getChanges ?? {})
		);
		// getChanges is called again below, and then also has to tell what the commands changed.
		inputs.getChanges = { ...inputs.getChanges, after: known.data?.version };
		const commands = namesOf('command');
		const mine = times(
			3,
			(number) => commands[(marked.seed + number * 37) % commands.length] ?? ''
		);
		let rows = await readRows(world);
		for (const name of mine) {
			const input = inputs[name] ?? {};
			rows = await commandTells(caller, rows, { name, input }, () => ask(caller, name, input));
		}
		await meanwhile(world, marked, household);
		rows = await readRows(world);
		const member = rows.members.find(
			({ uid }) => caller.by !== 'visitor' && uid === caller.member.uid
		);
		const now = readAnew(caller, member?.role === 'ROLE_ADMIN');
		const visible = visibleTo(rows, now);
		for (const name of [...namesOf('query'), 'undoToken']) {
			const input = inputs[name] ?? {};
			const told = await ask(now, name, input);
			expectVisible(told, visible, { name, input });
			if (name === 'undoToken')
				blamesNobodyElsewhere(told, whatIsReached(rows, now).seen, rows.items);
		}
		await eventsTell(now, visible);
		if ((now.by === 'pair' || now.by === 'token') && marked.seed % 2 === 0)
			await assistantIsTold(now, rows, marked, household);
	}

	/** A command's answer may hold what the caller sees before or after it, what they sent, and uids that it created. */
	async function commandTells(
		caller: Caller,
		before: Rows,
		asked: { name: string; input: object },
		run: () => Promise<unknown>
	): Promise<Rows> {
		const told = await run();
		const rows = await readRows(world);
		const there = new Set(namesIn(before));
		const made = namesIn(told).filter((found) => found.includes('_') && !there.has(found));
		const visible = visibleTo(before, caller).union(visibleTo(rows, caller));
		expectVisible(told, visible.union(new Set(made)), asked);
		return rows;
	}

	/** The answer of an operation, or the words of its refusal. Any other error is a fault and is rethrown. */
	async function ask(caller: Caller, name: string, input: object): Promise<unknown> {
		try {
			return (await perform(world.household, operationOf(name), caller, () => input)).output;
		} catch (error) {
			if (error instanceof Refusal) return { message: error.message, violations: error.violations };
			throw error;
		}
	}

	function expectVisible(
		told: unknown,
		visible: Set<string>,
		asked: { name: string; input: unknown }
	): void {
		checked += 1;
		const echoed = new Set([...namesIn(asked.input), ...namesIn(joinOf(asked.input))]);
		const foreign = namesIn(told).filter((found) => !visible.has(found) && !echoed.has(found));
		if (foreign.length > 0)
			expect({ ...asked, told, foreign }).toEqual({ ...asked, told, foreign: [] });
	}

	/** The uid of a join request is enough to read the name and email in it. */
	const joinOf = (input: unknown): unknown =>
		joins.filter(({ uid }) => namesIn(input).includes(uid)).map(({ name, email }) => [name, email]);

	/** Checks the events of a replay of every stored change. */
	async function eventsTell(caller: Caller, visible: Set<string>): Promise<void> {
		const { read } = world.database;
		const changes = await changesAfter(read, 0, { most: 1000 });
		const mayHear = await audienceOf(read, changes);
		if (caller.by === 'token' && !caller.token.abilities.read) return;
		// `list.deleted` is left out: it is told to those who reached the list before.
		const heard = changes.filter((one) => mayHear(one, caller) && one.kind !== 'list.deleted');
		for (const change of heard)
			expectVisible(asEvent(change), visible, { name: change.kind, input: {} });
	}

	/** Checks tools, resources and completions, as an MCP client gets them. */
	async function assistantIsTold(
		caller: MemberCaller,
		before: Rows,
		marked: Marked,
		household: MarkedHousehold
	): Promise<void> {
		let rows = before;
		const [ours, theirs] = InMemoryTransport.createLinkedPair();
		const client = new Client({ name: 'a test', version: '1.0.0' });
		await Promise.all([
			serverFor(askingOf(caller), 'legacy').connect(theirs),
			client.connect(ours)
		]);
		const isReader = caller.by !== 'token' || caller.token.abilities.read;
		const { tools } = await client.listTools();
		for (const { name } of tools.filter((_, number) => (number + marked.seed) % 9 === 0)) {
			const input = argumentsFor(name, marked, household);
			const call = () => client.callTool({ name, arguments: input });
			rows = await commandTells(caller, rows, { name, input }, call);
		}
		if (isReader) {
			const visible = visibleTo(rows, caller);
			const { resources } = await client.listResources();
			expectVisible(resources, visible, { name: 'resources', input: {} });
			const ref = { type: 'ref/resource' as const, uri: 'hearth://lists/{listUid}' };
			const completed = await client.complete({ ref, argument: { name: 'listUid', value: '' } });
			expectVisible(completed, visible, { name: 'completion', input: {} });
		}
		await client.close();
	}

	const askingOf = (caller: MemberCaller): Asking => ({
		caller,
		household: {
			...world.household,
			hub,
			isReady: async () => true,
			metrics: { count: () => {}, text: async () => '' },
			release() {}
		},
		requestId: 'a test',
		origin: 'http://hearth.test',
		ask: async (operation, input, conditions) =>
			(
				await perform(
					world.household,
					operation,
					caller,
					typeof input === 'function' ? input : () => input,
					conditions
				)
			).output
	});
});

/** The reason why undo skipped an item does not name who changed it, where the item is on a list out of reach. */
function blamesNobodyElsewhere(
	told: unknown,
	seen: { uid: string }[],
	items: readonly { uid: string; listUid: string }[]
): void {
	const skipped: { itemUid: string; reason: string }[] =
		typeof told === 'object' && told !== null && 'skipped' in told && Array.isArray(told.skipped)
			? told.skipped
			: [];
	const isSeen = (itemUid: string) =>
		items.some((item) => item.uid === itemUid && seen.some(({ uid }) => uid === item.listUid));
	const blaming = skipped.filter(
		({ itemUid, reason }) => itemUid && !isSeen(itemUid) && namesIn(reason).length > 0
	);
	expect(blaming).toEqual([]);
}

const times = <Made>(count: number, make: (number: number) => Made): Made[] =>
	Array.from({ length: count }, (_, number) => make(number));

const namesOf = (kind: 'query' | 'command'): string[] =>
	Object.values(catalogue)
		.filter((operation) => operation.kind === kind)
		.map(({ name }) => name);

function operationOf(name: string): AnyOperation {
	const operation = catalogue[name];
	if (!operation) throw new Error(`there is no operation ${name}`);
	return operation;
}

type Named = Record<
	'members' | 'groupUids' | 'listUids' | 'sectionUids' | 'itemUids' | 'tokenUids' | 'requestUids',
	string[]
>;

/** An input for every operation, about things that the caller may reach or not: its example, or one with more marks. */
function inputsOf(
	{ seed }: { seed: number },
	named: Named
): Record<string, Record<string, unknown>> {
	const one = (all: string[], salt: number) => all[(seed + salt * 7919) % (all.length || 1)] ?? '';
	const listUid = one(named.listUids, 1);
	const toListUid = one(named.listUids, 2);
	const [itemUid, otherUid] = [one(named.itemUids, 3), one(named.itemUids, 4)];
	const memberUid = one(named.members, 5);
	const groupUid = one(named.groupUids, 6);
	const tokenUid = one(named.tokenUids, 7);
	const requestUid = one(named.requestUids, 8);
	const sectionUid = one(named.sectionUids, 10);
	const uids = [otherUid, one(named.listUids, 9)];
	const itemUids = [itemUid, otherUid];
	const person = { name: `Person ${mark()}`, email: `${mark()}@mill.test` };
	const sharing = {
		sharing: 'SHARING_SPECIFIC',
		canEdit: true,
		memberUids: [memberUid],
		groupUids: [groupUid]
	};
	const since = '2026-01-01T00:00:00.000Z';
	const about = {
		...{ groceries: listUid, milk: itemUid, eggs: otherUid, soap: otherUid, dairy: sectionUid },
		...{ ada: memberUid, ben: memberUid, cooks: groupUid, tablet: tokenUid, browser: 'ses_none' },
		...{ cleo: requestUid, dora: requestUid, forgotten: requestUid, approved: requestUid }
	};
	return {
		...Object.fromEntries(Object.keys(catalogue).map((name) => [name, exampleInput(name, about)])),
		setUpInstance: { instanceName: mark(), ...person, password },
		signUp: { ...person, password },
		replaceSettings: { settings: { name: mark(), publicList: { listUid } } },
		// With a wrong name, or the household would be deleted.
		deleteInstance: { password, instanceName: 'another' },
		getSidebar: { today: '2027-01-01' },
		createGroup: { name: mark(), memberUids: [memberUid] },
		renameGroup: { groupUid, name: mark() },
		setGroupMembers: { groupUid, memberUids: [memberUid] },
		compareLines: { listUid, labels: ['Thing', mark()] },
		addLines: { listUid, lines: [{ label: mark() }] },
		placeItem: { itemUid, toListUid },
		addItem: { listUid, label: mark(), note: mark() },
		addItems: { listUid, items: [{ label: mark() }] },
		changeItem: { itemUid, quantity: mark(), ...(seed % 2 ? { expectedLabel: mark() } : {}) },
		tickItem: { itemUid, done: seed % 2 === 0 },
		moveItem: {
			itemUid,
			...(seed % 5 ? { toListUid, afterItemUid: seed % 3 ? '' : otherUid } : { sectionUid })
		},
		changeItems: { items: itemUids.map((uid) => ({ itemUid: uid, quantity: mark() })) },
		tickItems: { itemUids, done: seed % 2 === 0 },
		moveItems: { itemUids, toListUid },
		appendToNote: { itemUid, text: mark() },
		deleteItems: { itemUids },
		getDatedItems: { to: '2027-01-01' },
		getSuggestions: { listUid, query: seed % 2 ? 'thing' : '' },
		getLists: seed % 2 ? {} : { status: 'LIST_STATUS_ARCHIVED' },
		createList: { name: mark() },
		renameList: { listUid, name: mark() },
		createSection: { listUid, name: mark() },
		ensureSection: { listUid, name: mark() },
		changeSection: { sectionUid, name: mark() },
		renameSection: { sectionUid, name: mark() },
		setAddsOnTop: { listUid, addsOnTop: seed % 2 === 0 },
		archiveList: { listUid, archived: seed % 2 === 0 },
		shareList: { listUid, ...sharing },
		pinList: { listUid, pinned: true },
		changeList: { listUid, pinned: true, ...(seed % 2 ? { name: mark() } : {}) },
		findLists: { name: 'Listing' },
		signIn: { email: person.email, password },
		startSession: { email: person.email, password },
		changePassword: { currentPassword: password, newPassword: `${password} too` },
		endSession: { sessionUid: 'ses_none' },
		addMember: { ...person, role: 'ROLE_MEMBER' },
		changeMe: { name: person.name },
		changeRole: { memberUid, role: 'ROLE_ADMIN' },
		askToJoin: { ...person, message: mark() },
		completeJoin: { requestUid, name: person.name, password },
		askForReset: { emailOrName: person.email },
		completeReset: { requestUid, newPassword: `${password} too` },
		decideJoin: { requestUid, approve: seed % 2 === 0 },
		decideReset: { requestUid, approve: seed % 2 === 0 },
		search: { query: seed % 2 ? 'thing' : 'remember' },
		searchRows: { query: seed % 2 ? 'thing' : 'remember' },
		fetch: { id: seed % 2 ? itemUid : listUid },
		getAccessTokens: seed % 2 ? {} : { all: true },
		makeAccessToken: {
			name: mark(),
			abilities: { read: true },
			listUids: [listUid],
			expiresAt: ''
		},
		undoToken: { tokenUid, since, dryRun: true },
		getOwnChanges: seed % 2 ? {} : { since },
		undoOwnChanges: { since, dryRun: seed % 2 === 0 },
		restore: { uid: uids[seed % 2] },
		restoreEntries: { uids }
	};
}

/** The arguments for a tool: the input of its operation, with lists by their uids. */
function argumentsFor(
	tool: string,
	marked: Marked,
	household: MarkedHousehold
): Record<string, unknown> {
	const name = tool.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
	const { listUid, toListUid, ...rest } = inputsOf(marked, household)[name] ?? {};
	return {
		...rest,
		...(listUid ? { list: listUid } : {}),
		...(toListUid ? { toList: toListUid } : {})
	};
}
