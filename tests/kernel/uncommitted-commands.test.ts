// A command on Postgres beside another one that has not committed yet. What it decides by must still be true when it commits.
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { comparedOf, pairOf, performed, refreshed, strangerAt } from '../support/credentials.ts';
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
		let runs = 0;
		const counted = <Answer>(run: Promise<Answer>): Promise<Answer> => ((runs += 1), run);
		const signOut: typeof members.signOut = {
			...members.signOut,
			run: (unit, ...given) => counted(members.signOut.run(unit, ...given))
		};
		const refreshPair: typeof members.refreshPair = {
			...members.refreshPair,
			run: (unit, ...given) => counted(members.refreshPair.run(unit, ...given))
		};
		const client = strangerAt('192.0.2.1', refresh);
		await other.rows('BEGIN');
		await other.rows('SELECT 1 FROM "Pair" FOR UPDATE');
		const ending = outcome(performed(world, signOut, client, {}));
		await endsOrWaits(ending, 1);
		const refreshing = outcome(performed(world, refreshPair, client, {}));
		await endsOrWaits(refreshing, 2);
		await other.rows('COMMIT');
		expect([await ending, await refreshing, runs]).toEqual(['done', 'unauthenticated', 2]);
	}
);

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
