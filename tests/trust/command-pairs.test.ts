// Every pair of commands at once, on the same rows of Postgres: they do not deadlock, and the result is that of running one
// after the other.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { hashSecret, newSecret } from '../../src/lib/server/kernel/secrets.ts';
import { newRows, password, sharedHash } from '../support/household.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { isLong, note } from '../support/figures.ts';
import { slowed } from '../support/slowed.ts';
import { lookInto, type Look } from '../support/sql.ts';
import { openWorld, visitor, type World } from '../support/world.ts';

type Command = { caller: Caller; input: object };

/** The long form runs every pair. The quick form draws this many at random. */
const quickPairs = 40;

let world: World;
let look: Look;
let commands: Record<string, Command>;
let start: string;
let known: Set<string>;

beforeAll(async () => {
	world = await openWorld('postgresql');
	look = await lookInto(world.databaseUrl);
	commands = await household();
	await look.rows(keep);
	start = await look.everything();
	known = new Set(start.match(uidsAndHashes));
});
afterAll(async () => {
	await look.close();
	await world.close();
});

describe('two commands at once', () => {
	it('have the result of running one after the other', { timeout: 3_600_000 }, async () => {
		const all = pairsOf(Object.keys(commands));
		const tried = isLong ? all : shuffled(all).slice(0, quickPairs);
		const before = await deadlocks();
		const wrong: object[] = [];
		for (const pair of tried) {
			const together = await outcomeOf(pair, true);
			const inTurn = [await outcomeOf(pair, false), await outcomeOf([pair[1], pair[0]], false)];
			if (!inTurn.some((serial) => isSame(serial, together)))
				wrong.push({
					pair,
					together: together.came,
					inTurn: inTurn.map(({ came }) => came),
					state: inTurn.map((serial) => differenceOf(serial.state, together.state))
				});
		}
		const deadlocked = (await deadlocks()) - before;
		note('pairs of commands at once on postgresql', {
			pairs: tried.length,
			wrong: wrong.length,
			deadlocks: deadlocked
		});
		expect(wrong).toEqual([]);
		expect(deadlocked).toBe(0);
	});
});

type Came = { came: Record<string, string>; state: string[] };
const isSame = (one: Came, other: Came): boolean =>
	JSON.stringify(sorted(one.came)) === JSON.stringify(sorted(other.came)) &&
	one.state.join('\n') === other.state.join('\n');

const sorted = (came: Record<string, string>): [string, string][] =>
	Object.entries(came).sort(([one], [other]) => (one < other ? -1 : 1));

const differenceOf = (one: string[], other: string[]): string[] => [
	...one.filter((row) => !other.includes(row)).map((row) => `- ${row}`),
	...other.filter((row) => !one.includes(row)).map((row) => `+ ${row}`)
];

async function outcomeOf(pair: string[], atOnce: boolean): Promise<Came> {
	await look.rows(putBack);
	const { database } = world.household;
	const around = atOnce
		? { ...world.household, database: slowed(database, pair.length) }
		: world.household;
	const run = async (name: string): Promise<[string, string]> => {
		const [operation, command] = [catalogue[name], commands[name]];
		if (!operation || !command) throw new Error(`there is no command ${name}`);
		return perform(around, operation, command.caller, () => command.input).then(
			(): [string, string] => [name, 'done'],
			(error: unknown) => {
				// The kind of refusal depends on how far the command had come before it waited.
				if (error instanceof Refusal && error.kind !== 'away') return [name, 'refused'];
				throw new Error(`${name} of ${pair.join(' and ')}`, { cause: error });
			}
		);
	};
	const came: [string, string][] = [];
	if (atOnce) came.push(...(await Promise.all(pair.map(run))));
	else for (const name of pair) came.push(await run(name));
	return { came: Object.fromEntries(came), state: await state() };
}

/** Every row, without random values and serial numbers. */
async function state(): Promise<string[]> {
	const rows = (await look.everything(['WrongPassword', 'Stream', '_prisma_migrations'])).split(
		'\n'
	);
	return rows
		.map((row) =>
			row
				.replace(/^(Change|Item|List) \(\d+,/, '$1 (')
				.replace(/\$argon2[^"]*/g, '*')
				.replace(/""undoes"":\[[^\]]*\]/, '""undoes"":*')
		)
		.map((row) => row.replace(uidsAndHashes, (found) => (known.has(found) ? found : '*')))
		.sort();
}

const uidsAndHashes = /(?:[a-z]{3}_)?[\w-]{22,}/g;

async function deadlocks(): Promise<number> {
	await pause(1100);
	const [row] = await look.rows(
		'SELECT deadlocks::int AS "count" FROM pg_stat_database WHERE datname = current_database()'
	);
	return Number(row?.count);
}

const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;

const keep = `DO $$ DECLARE t text; BEGIN
	CREATE SCHEMA kept;
	FOR t IN ${tables} LOOP EXECUTE format('CREATE TABLE kept.%1$I AS SELECT * FROM public.%1$I', t); END LOOP;
END $$`;

const putBack = `DO $$ DECLARE t text; BEGIN
	SET LOCAL session_replication_role = replica;
	FOR t IN ${tables} LOOP EXECUTE format('DELETE FROM public.%1$I', t); EXECUTE format('INSERT INTO public.%1$I SELECT * FROM kept.%1$I', t); END LOOP;
END $$`;

const pairsOf = (names: string[]): [string, string][] =>
	names.flatMap((one, place) =>
		names.slice(place + 1).map((other): [string, string] => [one, other])
	);

const shuffled = <Value>(values: Value[]): Value[] =>
	values
		.map((value) => ({ value, place: Math.random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ value }) => value);

/** Ada and Dee are admins. All commands are about Ben's list and what is on it. */
async function household(): Promise<Record<string, Command>> {
	const rows = newRows(world.now());
	const passwordHash = await sharedHash();
	const person = (name: string, role = 'ROLE_MEMBER') =>
		rows.member(name, {
			role,
			passwordHash,
			email: `${name}@mill.test`,
			emailFolded: `${name.toLowerCase()}@mill.test`
		});
	const [adaUid, deeUid, benUid, cleoUid] = [
		person('Ada', 'ROLE_ADMIN'),
		person('Dee', 'ROLE_ADMIN'),
		person('Ben'),
		person('Cleo')
	];
	const secrets = [adaUid, deeUid, benUid, cleoUid].map((uid) => rows.session(uid));
	const groupUid = rows.group('Cooks', [cleoUid]);
	const shared = { sharing: 'SHARING_INSTANCE', sharedEdit: true };
	const listUid = rows.list(benUid, { ...shared, name: 'Groceries' });
	const other = rows.list(benUid, {
		...shared,
		name: 'Market',
		members: [cleoUid],
		groups: [groupUid]
	});
	const trashedList = rows.list(benUid, { name: 'Old', deletedAt: world.now() });
	const sectionUid = rows.section(listUid);
	const itemUid = rows.item(listUid, { label: 'milk', sectionUid });
	const second = rows.item(listUid, { label: 'eggs' });
	const ticked = rows.item(listUid, { label: 'bread', doneAt: world.now(), doneByUid: benUid });
	const trashed = rows.item(listUid, {
		label: 'tea',
		deletedAt: world.now(),
		deletedByUid: benUid
	});
	rows.item(other, { label: 'nails' });
	const client = newSecret('');
	const bindingHash = hashSecret(client);
	const asked = (state: string) => ({
		bindingHash,
		state,
		decidedAt: state === 'APPROVED' ? world.now() : null
	});
	const join = {
		pending: rows.joinRequest(asked('PENDING')),
		approved: rows.joinRequest(asked('APPROVED'))
	};
	const reset = {
		pending: rows.resetRequest(cleoUid, asked('PENDING')),
		approved: rows.resetRequest(cleoUid, asked('APPROVED'))
	};
	rows.activity(adaUid, {
		kind: 'ACTIVITY_KIND_JOIN_REQUEST',
		text: 'Cleo asked to join.',
		targetUid: join.pending
	});
	await rows.write(world.database);
	await world.database.writer.instance.create({
		data: { name: 'Mill Lane', publicSignup: true, createdAt: world.now() }
	});
	const callerOf = async (
		secret: string | undefined,
		isAdmin = false
	): Promise<MemberCaller & { by: 'session' }> => {
		const { uid, member } = await world.database.reader.session.findUniqueOrThrow({
			where: { idHash: hashSecret(secret ?? '') },
			include: { member: true }
		});
		return {
			by: 'session',
			sessionUid: uid,
			member: { uid: member.uid, name: member.name, isAdmin, mustChangePassword: false },
			from: visitor.from
		};
	};
	const [ada, dee] = [await callerOf(secrets[0], true), await callerOf(secrets[1], true)];
	const [ben, cleo] = [await callerOf(secrets[2]), await callerOf(secrets[3])];
	const { caller: token, uid: tokenUid } = await world.tokenOf(ben);
	await world.ask(items.changeItem, token, { itemUid, quantity: '2' });
	await world.ask(items.tickItem, token, { itemUid: second, done: true });
	await world.ask(items.moveItem, token, { itemUid: ticked, toListUid: other });
	await world.ask(items.addItem, token, { listUid, label: 'spam' });
	await world.ask(lists.renameList, token, { listUid, name: 'Spam' });
	const refreshSecret = newSecret('hearthrefresh_');
	await world.database.writer.pair.create({
		data: {
			...{ uid: 'fam_of-ben', memberUid: benUid, createdAt: world.now() },
			refreshTokens: {
				create: {
					hash: hashSecret(refreshSecret),
					createdAt: world.now(),
					expiresAt: new Date('2027-01-01'),
					salt: 'salt'
				}
			}
		}
	});
	const bound: Caller = { by: 'visitor', from: { ...visitor.from, bindingSecret: client } };
	const holder: Caller = { by: 'visitor', from: { ...visitor.from, refreshSecret } };
	const by =
		(caller: Caller) =>
		(input: object): Command => ({ caller, input });
	const [byAda, byDee, byBen, byCleo, byVisitor, byClient] = [
		by(ada),
		by(dee),
		by(ben),
		by(cleo),
		by(visitor),
		by(bound)
	];
	const since = '2026-01-01T00:00:00Z';
	const about = {
		...{ groceries: listUid, milk: itemUid, eggs: second, dairy: sectionUid, soap: trashed },
		...{ ada: adaUid, ben: benUid, cooks: groupUid, tablet: tokenUid, browser: ben.sessionUid },
		...{
			cleo: join.pending,
			dora: join.approved,
			forgotten: reset.pending,
			approved: reset.approved
		}
	};
	const examples = Object.values(catalogue)
		.filter(({ kind }) => kind === 'command')
		.map(({ name }) => [name, byBen(exampleInput(name, about))] as const);
	return {
		...Object.fromEntries(examples),
		setUpInstance: byVisitor({
			instanceName: 'Mill',
			name: 'Eve',
			email: 'eve@mill.test',
			password
		}),
		signUp: byVisitor({ name: 'Fay', email: 'fay@mill.test', password }),
		replaceSettings: byAda({
			settings: { name: 'Mill House', publicSignup: true, publicList: { listUid } }
		}),
		deleteInstance: byDee({ password, instanceName: 'Mill Lane' }),
		addMember: byDee({ name: 'Fay', email: 'fay@mill.test', role: 'ROLE_MEMBER' }),
		changeMe: byBen({ name: 'Benjamin', email: 'benjamin@mill.test' }),
		changeRole: byAda({ memberUid: deeUid, role: 'ROLE_MEMBER' }),
		removeMember: byDee({ memberUid: benUid }),
		createGroup: byAda({ name: 'Bakers', memberUids: [benUid, cleoUid] }),
		renameGroup: byDee({ groupUid, name: 'Bakers' }),
		setGroupMembers: byAda({ groupUid, memberUids: [benUid] }),
		deleteGroup: byDee({ groupUid }),
		askToJoin: byVisitor({ name: 'Gus', email: 'gus@mill.test', message: '' }),
		decideJoin: byAda({ requestUid: join.pending, approve: true }),
		completeJoin: byClient({ requestUid: join.approved, name: 'Gus', password }),
		askForReset: byVisitor({ emailOrName: 'Cleo' }),
		decideReset: byDee({ requestUid: reset.pending, approve: true }),
		completeReset: byClient({ requestUid: reset.approved, newPassword: `${password} too` }),
		markActivityRead: byAda({}),
		signIn: byVisitor({ email: 'ben@mill.test', password }),
		startSession: byVisitor({ email: 'cleo@mill.test', password }),
		refreshPair: { caller: holder, input: {} },
		signOut: byCleo({}),
		changePassword: byBen({ currentPassword: password, newPassword: `${password} too` }),
		endOtherSessions: byBen({}),
		endSession: byCleo({ sessionUid: cleo.sessionUid }),
		createList: by(token)({ name: 'Hardware' }),
		renameList: byBen({ listUid, name: 'Weekly' }),
		createSection: byCleo({ listUid, name: 'Bakery' }),
		ensureSection: byCleo({ listUid, name: 'bakery' }),
		changeSection: byBen({ sectionUid, name: 'Milk and eggs' }),
		renameSection: byBen({ sectionUid, name: 'Cheese' }),
		deleteSection: byCleo({ sectionUid }),
		shareList: byBen({
			listUid,
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			memberUids: [cleoUid],
			groupUids: [groupUid]
		}),
		pinList: byCleo({ listUid, pinned: true }),
		changeList: byBen({ listUid, name: 'Changed', archived: true, pinned: true }),
		duplicateList: byCleo({ listUid }),
		clearDone: byCleo({ listUid }),
		addLines: byCleo({ listUid, lines: [{ label: 'eggs', again: true }, { label: 'salt' }] }),
		placeItem: byBen({ itemUid, step: 'down' }),
		addItem: byCleo({ listUid, label: 'salt' }),
		addItems: byBen({ listUid, items: [{ label: 'oil' }, { label: 'rice' }] }),
		changeItem: byCleo({ itemUid, label: 'oat milk' }),
		tickItem: byCleo({ itemUid, done: true }),
		moveItem: byCleo({ itemUid, toListUid: other }),
		deleteItem: byCleo({ itemUid }),
		changeItems: byBen({
			items: [ticked, itemUid].map((uid) => ({ itemUid: uid, note: 'the blue one' }))
		}),
		tickItems: byBen({ itemUids: [ticked, itemUid, second], done: true }),
		moveItems: byBen({ itemUids: [second, itemUid], toListUid: other }),
		appendToNote: byCleo({ itemUid, text: 'the green one' }),
		deleteItems: byBen({ itemUids: [ticked, second] }),
		restore: byBen({ uid: trashedList }),
		restoreEntries: byBen({ uids: [trashed, trashedList] }),
		undoToken: byBen({ tokenUid, since }),
		undoOwnChanges: by(token)({ since }),
		makeAccessToken: byBen({
			name: 'tablet',
			abilities: { read: true },
			listUids: [listUid],
			expiresAt: ''
		}),
		noteTokenUse: by(token)({})
	};
}
