// A command on Postgres beside another one that has not committed yet. What it decides by must still be true when it commits.
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import {
	callerOfPair,
	comparedOf,
	pairOf,
	performed,
	refreshed,
	strangerAt
} from '../support/credentials.ts';
import { newRows } from '../support/household.ts';
import { outcome } from '../support/outcome.ts';
import { lookInto, type Look } from '../support/sql.ts';
import { openWorld, password, visitor, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

let world: World;
let ada: Person, ben: Person;
let look: Look;
/** The connection of another node. */
let other: Look;

beforeEach(async () => {
	world = await openWorld('postgresql');
	ada = await world.setUp();
	ben = await world.member('Ben');
	[look, other] = [await lookInto(world.databaseUrl), await lookInto(world.databaseUrl)];
});
afterEach(async () => {
	for (const connection of [look, other]) await connection.close();
	await world.close();
});

/** An operation that stops between its run and its commit, until `commit` is called. */
function heldUp<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>
) {
	const [ran, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const slow: Operation<Input, Output, Prepared> = {
		...operation,
		async run(unit, input, prepared) {
			const answer = await operation.run(unit, input, prepared);
			ran.resolve();
			await mayCommit.promise;
			return answer;
		}
	};
	return { slow, hasRun: ran.promise, commit: mayCommit.resolve };
}

const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** An operation that counts how often it is run: again after each deadlock. */
function counted<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>
) {
	let runs = 0;
	const run: typeof operation.run = (...given) => {
		runs += 1;
		return operation.run(...given);
	};
	return { operation: { ...operation, run }, runs: () => runs };
}

/** Waits until the command has ended, or until so many connections wait for a lock. */
async function endsOrWaits(command: Promise<unknown>, connections = 1): Promise<void> {
	let hasEnded = false;
	void command.then(() => (hasEnded = true));
	while (!hasEnded && (await look.rows(waiting)).length < connections) await pause(5);
}

it('nobody is left of a deleted household whom an admin was adding', async () => {
	const at = world.now();
	await world.database.writer.attempt.create({ data: { uid: 'try_held', bucket: 'a bucket', at } });
	await other.rows('BEGIN');
	await other.rows('SELECT 1 FROM "WrongPassword" FOR UPDATE');
	const compared = await comparedOf(world, 'ada@mill.test');
	const removing = { ...instance.deleteInstance, prepare: async () => compared };
	const removal = outcome(world.ask(removing, ada, { password, instanceName: 'Mill Lane' }));
	// It has deleted the members by then, and not yet kept others from committing.
	await endsOrWaits(removal);
	const prepare = async () => ({ words: 'four plain words here', hash: 'a hash' });
	const fay = { name: 'Fay', email: 'fay@mill.test' };
	const addition = outcome(world.ask({ ...members.addMember, prepare }, ada, fay));
	await endsOrWaits(addition, 2);
	await other.rows('COMMIT');
	expect([await removal, await addition]).toEqual(['done', 'unauthenticated']);
	expect(await world.database.reader.member.count()).toBe(0);
});

it('nobody signs up any more once the settings that forbid it were answered', async () => {
	const set = (publicSignup: boolean) =>
		world.ask(instance.replaceSettings, ada, { settings: { name: 'Mill Lane', publicSignup } });
	await set(true);
	const { slow, hasRun, commit } = heldUp({ ...instance.signUp, prepare: async () => 'a hash' });
	const ended: string[] = [];
	const fay = { name: 'Fay', email: 'fay@mill.test', password };
	const signUp = world.ask(slow, visitor, fay).then(() => ended.push('the sign-up'));
	await hasRun;
	const closing = set(false).then(() => ended.push('the settings'));
	await endsOrWaits(closing);
	commit();
	await Promise.all([signUp, closing]);
	expect(ended).toEqual(['the sign-up', 'the settings']);
});

it('a member who is removed leaves no request for a new password', async () => {
	const { slow, hasRun, commit } = heldUp(members.removeMember);
	const removal = outcome(world.ask(slow, ada, { memberUid: ben.member.uid }));
	await hasRun;
	const asking = outcome(world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' }));
	await endsOrWaits(asking);
	commit();
	expect([await removal, await asking]).toEqual(['done', 'done']);
	expect((await world.ask(requests.getRequests, ada, {})).resetRequests).toEqual([]);
});

it.each<[why: string, pending: number, others: number]>([
	['displaces, as one of too many of the member', 5, 0],
	['deletes, as the oldest of too many in all', 1, 1000]
])('an approved request for a new password is none that another %s', async (_, pending, others) => {
	const start = world.now().getTime() - 3_600_000;
	const rows = newRows(new Date(start + 60_000));
	const own = Array.from({ length: pending }, (_, number) =>
		rows.resetRequest(ben.member.uid, { createdAt: new Date(start + number) })
	);
	for (let number = 0; number < others; number += 1) rows.resetRequest(null, { state: 'IGNORED' });
	const [requestUid = ''] = own;
	rows.activity(ada.member.uid, {
		kind: 'ACTIVITY_KIND_RESET_REQUEST',
		text: 'Ben asked for a new password.',
		targetUid: requestUid
	});
	await rows.write(world.database);
	const { slow, hasRun, commit } = heldUp(requests.decideReset);
	const approval = outcome(world.ask(slow, ada, { requestUid, approve: true }));
	await hasRun;
	const asking = outcome(world.ask(requests.askForReset, visitor, { emailOrName: 'Ben' }));
	await endsOrWaits(asking);
	commit();
	expect([await approval, await asking]).toEqual(['done', 'done']);
	const { reader } = world.database;
	expect(await reader.resetRequest.findUnique({ where: { uid: requestUid } })).toMatchObject({
		state: 'APPROVED'
	});
	expect(await reader.activity.findMany({ where: { targetUid: requestUid } })).toMatchObject([
		{ outcome: 'ACTIVITY_OUTCOME_APPROVED' }
	]);
});

it.each([
	['its newest cookie', false],
	['the cookie before that', true]
])(
	'a sign-in pair that is ended is refreshed by %s no more, without a deadlock',
	async (_, isOld) => {
		const { refresh } = await pairOf(world);
		if (isOld) await refreshed(world, refresh);
		const [signOut, refreshPair] = [counted(members.signOut), counted(members.refreshPair)];
		const client = strangerAt('192.0.2.1', refresh);
		await other.rows('BEGIN');
		await other.rows('SELECT 1 FROM "Pair" FOR UPDATE');
		const ending = outcome(performed(world, signOut.operation, client, {}));
		await endsOrWaits(ending, 1);
		const refreshing = outcome(performed(world, refreshPair.operation, client, {}));
		await endsOrWaits(refreshing, 2);
		await other.rows('COMMIT');
		expect([await ending, await refreshing]).toEqual(['done', 'unauthenticated']);
		expect([signOut.runs(), refreshPair.runs()]).toEqual([1, 1]);
	}
);

it('a sign-in pair whose old cookie was sent again writes nothing once that was answered', async () => {
	const { accessToken, refresh } = await pairOf(world);
	await refreshed(world, refresh);
	const { uid: listUid } = await world.listOf(ada);
	const caller = await callerOfPair(world, accessToken);
	world.setClock(new Date(world.now().getTime() + 60_000));
	await other.rows('BEGIN');
	await other.rows('LOCK TABLE "Change" IN SHARE MODE');
	const adding = outcome(world.ask(items.addItem, caller ?? visitor, { listUid, label: 'milk' }));
	// It has looked at the pair by then, and not yet committed.
	await endsOrWaits(adding);
	const itemsNow = () => world.database.reader.item.count();
	const refused = outcome(
		performed(world, members.refreshPair, strangerAt('192.0.2.1', refresh), {})
	).then(async (came) => [came, await itemsNow()]);
	await endsOrWaits(refused, 2);
	await other.rows('COMMIT');
	expect([await adding, ...(await refused)]).toEqual(['done', 'unauthenticated', 1]);
});

/** Requests of a member for a new password, oldest first. */
async function resetsOf({ member }: Person, states: string[]): Promise<string[]> {
	const rows = newRows(world.now());
	const decidedAt = world.now();
	const uids = states.map((state) => rows.resetRequest(member.uid, { state, decidedAt }));
	await rows.write(world.database);
	return uids;
}

const waitForReset = (uid: string) =>
	other.rows(`SELECT 1 FROM "ResetRequest" WHERE "uid" = '${uid}' FOR UPDATE`);

const statesOf = async (uids: string[]) => {
	const rows = await world.database.reader.resetRequest.findMany();
	return uids.map((uid) => rows.find((row) => row.uid === uid)?.state);
};

it('of two requests of one member that are approved at once the first is, without a deadlock', async () => {
	const uids = await resetsOf(ben, ['PENDING', 'PENDING', 'PENDING']);
	const [oldest = '', ...decided] = uids;
	await other.rows('BEGIN');
	await waitForReset(oldest);
	const decide = counted(requests.decideReset);
	const approvals: Promise<string>[] = [];
	for (const requestUid of decided) {
		approvals.push(outcome(world.ask(decide.operation, ada, { requestUid, approve: true })));
		await endsOrWaits(Promise.all(approvals), approvals.length);
	}
	await other.rows('COMMIT');
	expect([await Promise.all(approvals), decide.runs()]).toEqual([['done', 'changed'], 2]);
	expect(await statesOf(uids)).toEqual(['IGNORED', 'APPROVED', 'IGNORED']);
});

it('a password that is changed beside a reset is the last one, without a deadlock', async () => {
	const uids = await resetsOf(ben, ['PENDING', 'APPROVED']);
	const [pending = '', requestUid = ''] = uids;
	await other.rows('BEGIN');
	await waitForReset(pending);
	const compared = await comparedOf(world, 'ben@mill.test');
	const change = counted({
		...members.changePassword,
		prepare: async () => ({ compared, passwordHash: 'the changed one' })
	});
	const reset = counted({ ...requests.completeReset, prepare: async () => 'the reset one' });
	const newPassword = 'seven quiet geese at dawn';
	const asked = { currentPassword: password, newPassword };
	const changing = outcome(world.ask(change.operation, ben, asked));
	await endsOrWaits(changing);
	const completing = outcome(world.ask(reset.operation, visitor, { requestUid, newPassword }));
	await endsOrWaits(completing, 2);
	await other.rows('COMMIT');
	expect([await changing, await completing]).toEqual(['done', 'not-yet']);
	expect([change.runs(), reset.runs()]).toEqual([1, 1]);
	expect(await statesOf(uids)).toEqual(['IGNORED', 'IGNORED']);
	expect((await comparedOf(world, 'ben@mill.test')).passwordHash).toBe('the changed one');
});

it.each<[how: string, end: (tokenUid: string) => Promise<unknown>]>([
	['is revoked', (tokenUid) => world.ask(tokens.revokeAccessToken, ada, { tokenUid })],
	[
		'ends with a reset of the password',
		async () => {
			const [requestUid = ''] = await resetsOf(ada, ['APPROVED']);
			const reset = { ...requests.completeReset, prepare: async () => 'a hash' };
			return world.ask(reset, visitor, { requestUid, newPassword: password });
		}
	]
])('a token that %s is told of on the list to which its item was being moved', async (_, end) => {
	const [from, to] = [await world.listOf(ada), await world.listOf(ada)];
	const { caller, uid: tokenUid } = await world.tokenOf(ada);
	const { item } = await world.ask(items.addItem, caller, { listUid: from.uid, label: 'milk' });
	const { slow, hasRun, commit } = heldUp(items.moveItem);
	const move = outcome(world.ask(slow, ada, { itemUid: item.uid, toListUid: to.uid }));
	await hasRun;
	const ending = outcome(end(tokenUid));
	await endsOrWaits(ending);
	commit();
	expect([await move, await ending]).toEqual(['done', 'done']);
	const told = await world.database.reader.change.findMany({ where: { kind: 'list.changed' } });
	expect(told.map(({ listUid }) => listUid)).toEqual([to.uid]);
});

it('a token that is revoked is told of on the list to which it was adding', async () => {
	const { uid: listUid } = await world.listOf(ada);
	const { caller, uid: tokenUid } = await world.tokenOf(ada);
	const { slow, hasRun, commit } = heldUp(items.addItem);
	const addition = outcome(world.ask(slow, caller, { listUid, label: 'milk' }));
	await hasRun;
	const revocation = outcome(world.ask(tokens.revokeAccessToken, ada, { tokenUid }));
	await endsOrWaits(revocation);
	commit();
	expect([await addition, await revocation]).toEqual(['done', 'done']);
	const told = await world.database.reader.change.findMany({ where: { kind: 'list.changed' } });
	expect(told.map((change) => change.listUid)).toEqual([listUid]);
});

it('a member is removed beside the first use of their token, without a deadlock', async () => {
	const { caller } = await world.tokenOf(ben);
	const [use, removal] = [counted(tokens.noteTokenUse), counted(members.removeMember)];
	const { slow, hasRun, commit } = heldUp(use.operation);
	const using = outcome(world.ask(slow, caller, {}));
	await hasRun;
	const removing = outcome(world.ask(removal.operation, ada, { memberUid: ben.member.uid }));
	await endsOrWaits(removing);
	commit();
	expect([await using, await removing]).toEqual(['done', 'done']);
	expect([use.runs(), removal.runs()]).toEqual([1, 1]);
});

it('nobody waits to join a household that was deleted while they asked', async () => {
	const { slow, hasRun, commit } = heldUp(requests.askToJoin);
	const fay = { name: 'Fay', email: 'fay@mill.test' };
	const asking = outcome(world.ask(slow, visitor, fay));
	await hasRun;
	const compared = await comparedOf(world, 'ada@mill.test');
	const removing = { ...instance.deleteInstance, prepare: async () => compared };
	const removal = outcome(world.ask(removing, ada, { password, instanceName: 'Mill Lane' }));
	await endsOrWaits(removal);
	commit();
	expect([await asking, await removal]).toEqual(['done', 'done']);
	expect(await world.database.reader.joinRequest.count()).toBe(0);
});

it('a list that a token pins twice at once is pinned once, and unpinned by an undo', async () => {
	const { uid: listUid } = await world.listOf(ada);
	const { caller, uid: tokenUid } = await world.tokenOf(ada);
	const { slow, hasRun, commit } = heldUp(lists.pinList);
	const first = outcome(world.ask(slow, caller, { listUid, pinned: true }));
	await hasRun;
	const second = outcome(world.ask(lists.pinList, caller, { listUid, pinned: true }));
	await endsOrWaits(second);
	commit();
	expect([await first, await second]).toEqual(['done', 'done']);
	const since = new Date(0).toISOString();
	await world.ask(tokens.undoToken, ada, { tokenUid, since });
	expect(await world.database.reader.pin.count()).toBe(0);
});

it('a change that a token undoes twice at once is undone, and reported, by the first alone', async () => {
	const { uid: listUid } = await world.listOf(ada);
	const { caller } = await world.tokenOf(ada);
	await world.ask(lists.renameList, caller, { listUid, name: 'Weekend' });
	const { changes } = await world.ask(tokens.getOwnChanges, caller, {});
	const undo = { numbers: changes.map(({ number }) => number) };
	const { slow, hasRun, commit } = heldUp(tokens.undoOwnChanges);
	const first = world.ask(slow, caller, undo);
	await hasRun;
	const second = world.ask(tokens.undoOwnChanges, caller, undo);
	await endsOrWaits(second);
	commit();
	expect([(await first).changes.length, (await second).changes.length]).toEqual([1, 0]);
});

it('a list that is given one name twice at once is changed by the first alone', async () => {
	const { uid: listUid } = await world.listOf(ada);
	const rename = { listUid, name: 'Weekend' };
	const { slow, hasRun, commit } = heldUp(lists.changeList);
	const first = world.ask(slow, ada, rename);
	await hasRun;
	const second = world.ask(lists.changeList, ada, rename);
	await endsOrWaits(second);
	commit();
	expect([(await first).isChanged, (await second).isChanged]).toEqual([true, false]);
});
