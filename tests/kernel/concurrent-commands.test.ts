// Two different commands at once on Postgres. On SQLite one command runs at a time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { written } from '../../src/lib/server/kernel/output.ts';
import { groups } from '../../src/lib/server/groups/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import type { Operation } from '../../src/lib/server/kernel/operation.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { trash } from '../../src/lib/server/trash/operations.ts';
import { purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { comparedOf, openedBy, performed, secretIn, strangerAt } from '../support/credentials.ts';
import { isLong, note } from '../support/figures.ts';
import { outcome, outcomes } from '../support/outcome.ts';
import { lookInto, waitsForLock } from '../support/sql.ts';
import { openWorld, password, type World } from '../support/world.ts';

const rounds = isLong ? 200 : 10;
const aDay = 86_400_000;
const anHour = 3_600_000;

describe('at once on Postgres,', { timeout: isLong ? 600_000 : 60_000 }, () => {
	let world: World;
	let ada: MemberCaller, ben: MemberCaller;
	beforeAll(async () => {
		world = await openWorld('postgresql');
		ada = await world.setUp();
		ben = await world.member('Ben');
	});
	afterAll(() => world.close());

	const share = (listUid: string, sharing: 'SHARING_PRIVATE' | 'SHARING_INSTANCE') =>
		world.ask(lists.shareList, ben, { listUid, sharing, canEdit: true });
	const settings = (listUid: string) => ({
		settings: { name: 'Mill Lane', publicList: { listUid } }
	});

	it('publishing a list and making it private never show a private list', async () => {
		let isPublic = 0;
		for (let round = 0; round < rounds; round += 1) {
			const { uid } = await world.listOf(ben);
			await share(uid, 'SHARING_INSTANCE');
			await outcomes([
				world.ask(instance.replaceSettings, ada, settings(uid)),
				share(uid, 'SHARING_PRIVATE')
			]);
			if ((await world.ask(instance.getPublicList, ada, {})).published) isPublic += 1;
		}
		note('publish beside unshare', { rounds, public: isPublic });
		expect(isPublic).toBe(0);
	});

	it('publishing a list and archiving or deleting it never show it', async () => {
		let isNamed = 0;
		for (let round = 0; round < rounds; round += 1) {
			const { uid: listUid } = await world.listOf(ben);
			await share(listUid, 'SHARING_INSTANCE');
			const away =
				round % 2
					? world.ask(lists.deleteList, ben, { listUid })
					: world.ask(lists.archiveList, ben, { listUid, archived: true });
			await outcomes([world.ask(instance.replaceSettings, ada, settings(listUid)), away]);
			const row = await world.database.reader.instance.findFirstOrThrow();
			if (row.publicListUid === listUid) isNamed += 1;
		}
		note('publish beside archive and delete', { rounds, public: isNamed });
		expect(isNamed).toBe(0);
	});

	it('moves between two lists in both directions, each with an If-Match, never deadlock', async () => {
		const [one, other] = [await world.listOf(ada, 'One'), await world.listOf(ada, 'Other')];
		const add = async (listUid: string) =>
			(await world.ask(items.addItem, ada, { listUid, label: 'milk' })).item.uid;
		const moved = [await add(one.uid), await add(other.uid)];
		const crossing = async (itemUid: string) => {
			const read = await world.ask(items.getItem, ada, { itemUid });
			const toListUid = read.list.uid === one.uid ? other.uid : one.uid;
			const conditions = { ifMatch: written(read).etag };
			const input = { itemUid, toListUid };
			return () => perform(world.household, items.moveItem, ada, () => input, conditions);
		};
		const counts = new Map<string, number>();
		for (let round = 0; round < rounds; round += 1) {
			const moves = await Promise.all(moved.map(crossing));
			for (const came of await outcomes(moves.map((move) => move())))
				counts.set(came, (counts.get(came) ?? 0) + 1);
		}
		note('If-Match beside crossing moves', { rounds, ...Object.fromEntries(counts) });
		expect([...counts.keys()].filter((came) => !/done|stale/.test(came))).toEqual([]);
	});

	it('a change of an item and its moves to and fro never deadlock', async () => {
		const [one, other] = [await world.listOf(ada, 'One'), await world.listOf(ada, 'Other')];
		const { item } = await world.ask(items.addItem, ada, { listUid: one.uid, label: 'milk' });
		const { item: second } = await world.ask(items.addItem, ada, {
			listUid: other.uid,
			label: 'eggs'
		});
		const move = (itemUid: string, toListUid: string) =>
			world.ask(items.moveItem, ada, { itemUid, toListUid });
		const came = new Set<string>();
		for (let round = 0; round < rounds; round += 1) {
			const [to, fro] = round % 2 ? [one.uid, other.uid] : [other.uid, one.uid];
			const all = await outcomes([
				move(item.uid, to),
				world.ask(items.changeItem, ada, { itemUid: item.uid, quantity: String(round) }),
				world.ask(items.tickItem, ada, { itemUid: second.uid, done: round % 2 === 0 }),
				move(second.uid, fro),
				world.ask(items.tickItems, ada, {
					itemUids: [second.uid, item.uid],
					done: round % 2 === 0
				})
			]);
			for (const one of all) came.add(one);
		}
		expect([...came]).toEqual(['done']);
	});

	it('sharing a list and moving its items away show the items only to members who reach them', async () => {
		for (let round = 0; round < rounds; round += 1) {
			const [{ uid: shared }, { uid: own }] = [await world.listOf(ben), await world.listOf(ada)];
			await share(shared, 'SHARING_INSTANCE');
			const { item } = await world.ask(items.addItem, ben, { listUid: shared, label: 'milk' });
			const [, moved] = await Promise.all([
				outcome(share(shared, 'SHARING_PRIVATE')),
				outcome(world.ask(items.moveItem, ada, { itemUid: item.uid, toListUid: own }))
			]);
			const row = await world.database.reader.item.findUniqueOrThrow({ where: { uid: item.uid } });
			expect([moved, row.listUid]).toEqual(moved === 'done' ? ['done', own] : ['missing', shared]);
		}
	});

	it.each<[what: string, withdraw: (groupUid: string) => Promise<unknown>]>([
		[
			'is emptied',
			(groupUid) => world.ask(groups.setGroupMembers, ada, { groupUid, memberUids: [] })
		],
		['is deleted', (groupUid) => world.ask(groups.deleteGroup, ada, { groupUid })]
	])('a group that %s waits for a tick that began before', async (what, withdraw) => {
		const dora = await world.member(`Dora of the group that ${what}`);
		const memberUids = [dora.member.uid];
		const { group } = await world.ask(groups.createGroup, ada, { name: what, memberUids });
		const { uid: listUid } = await world.listOf(ben);
		await world.ask(lists.shareList, ben, {
			listUid,
			sharing: 'SHARING_SPECIFIC',
			canEdit: true,
			groupUids: [group.uid]
		});
		const { item } = await world.ask(items.addItem, ben, { listUid, label: 'milk' });
		const heldUp = heldBeforeCommit(items.tickItem);
		const ended: string[] = [];
		const tick = world
			.ask(heldUp.operation, dora, { itemUid: item.uid, done: true })
			.then(() => ended.push('the tick'));
		await heldUp.written;
		const withdrawal = withdraw(group.uid).then(() => ended.push('the group'));
		const look = await lookInto(world.databaseUrl);
		await waitsForLock(look).finally(() => look.close());
		heldUp.commit();
		await Promise.all([tick, withdrawal]);
		expect(ended).toEqual(['the tick', 'the group']);
	});

	it('the end of all other sessions waits for a sign-in that began before, and ends it too', async () => {
		const eve = await world.member('Eve');
		const { email } = (await world.ask(members.getMe, eve, {})).member;
		const compared = await comparedOf(world, email);
		const heldUp = heldBeforeCommit(members.startSession);
		const signIn = performed(
			world,
			{ ...heldUp.operation, prepare: async () => compared },
			strangerAt('192.0.2.66'),
			{ email, password }
		);
		await heldUp.written;
		const end = world.ask(members.endOtherSessions, eve, {});
		const look = await lookInto(world.databaseUrl);
		await waitsForLock(look).finally(() => look.close());
		heldUp.commit();
		const { issued } = await signIn;
		await end;
		expect(await openedBy(world, secretIn(issued, 'session'))).toBeUndefined();
	});

	it('of two sharings of one list, one is kept as a whole', async () => {
		const cleo = await world.member('Cleo');
		const { uid: listUid } = await world.listOf(ben);
		const with_ = (memberUid: string) =>
			world.ask(lists.shareList, ben, {
				listUid,
				sharing: 'SHARING_SPECIFIC',
				memberUids: [memberUid]
			});
		for (let round = 0; round < rounds; round += 1) {
			const came = await outcomes([with_(cleo.member.uid), with_(ada.member.uid)]);
			expect(came).toEqual(['done', 'done']);
			const { memberUids } = await world.ask(lists.getShares, ben, { listUid });
			expect(memberUids).toHaveLength(1);
		}
	});

	it('removing a member and sharing a list with them leave no share of theirs', async () => {
		for (let round = 0; round < rounds; round += 1) {
			const { uid: memberUid } = (await world.member(`Guest${round}`)).member;
			const { uid: listUid } = await world.listOf(ben);
			await outcomes([
				world.ask(members.removeMember, ada, { memberUid }),
				world.ask(lists.shareList, ben, {
					listUid,
					sharing: 'SHARING_SPECIFIC',
					memberUids: [memberUid]
				})
			]);
			expect(await world.database.reader.listMember.count({ where: { memberUid } })).toBe(0);
		}
	});

	it.each([
		['in the last moment', -1],
		['hours too late', 2 * anHour]
	])('taking back a deletion %s and purging it end in one or the other', async (_, after) => {
		const start = world.now();
		const at = (milliseconds: number) => ({
			...world.household,
			clock: () => new Date(start.getTime() + 30 * aDay + milliseconds)
		});
		for (let round = 0; round < rounds; round += 1) {
			const { uid: listUid } = await world.listOf(ada);
			const bodies = [{ label: 'milk' }, { label: 'eggs' }];
			const { items: added } = await world.ask(items.addItems, ada, { listUid, items: bodies });
			const { caller, uid: tokenUid } = await world.tokenOf(ada);
			const [deleted = '', kept = ''] = added.map(({ uid }) => uid);
			await world.ask(items.deleteItem, caller, { itemUid: deleted });
			await world.ask(items.changeItem, caller, { itemUid: kept, quantity: '2' });
			const input = { tokenUid, since: start.toISOString() };
			const [{ output }] = await Promise.all([
				perform(at(after), tokens.undoToken, ada, () => input),
				purgeExpired(at(after + 2))
			]);
			const row = await world.database.reader.item.findUnique({ where: { uid: deleted } });
			const isBack = row !== null && row.deletedAt === null;
			expect([output.undone === 2, row === null]).toEqual([isBack, after > 0]);
		}
	});

	it('undo does nothing once the token has ended, however long it waited for the lists', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { caller, uid: tokenUid } = await world.tokenOf(ada);
		const { item } = await world.ask(items.addItem, caller, { listUid, label: 'milk' });
		const since = new Date(0).toISOString();
		const look = await lookInto(world.databaseUrl);
		await look.rows('BEGIN');
		await look.rows(`SELECT 1 FROM "List" WHERE "uid" = '${listUid}' FOR UPDATE`);
		const undone = outcome(world.ask(tokens.undoToken, ada, { tokenUid, since }));
		const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
		await expect.poll(async () => (await look.rows(waiting)).length).toBeGreaterThan(0);
		await look.rows(`DELETE FROM "AccessToken" WHERE "uid" = '${tokenUid}'`);
		await look.rows('COMMIT');
		await look.close();
		expect(await undone).toBe('missing');
		const row = await world.database.reader.item.findUnique({ where: { uid: item.uid } });
		expect(row?.deletedAt).toBeNull();
	});

	it('restoring a list and purging it end with all of its items or with none', async () => {
		const start = world.now();
		for (let round = 0; round < rounds; round += 1) {
			world.setClock(start);
			const { uid: listUid } = await world.listOf(ada);
			const bodies = Array.from({ length: 20 }, (_, number) => ({ label: `thing ${number}` }));
			await world.ask(items.addItems, ada, { listUid, items: bodies });
			await world.ask(lists.deleteList, ada, { listUid });
			// The restore happens just before the list expires; the purge reads the clock just after.
			const early = { ...world.household, clock: () => new Date(start.getTime() + 30 * aDay - 1) };
			const late = { ...world.household, clock: () => new Date(start.getTime() + 30 * aDay + 1) };
			const restored = outcome(
				perform(early, trash.restore, ada, () => ({ uid: listUid })).then(() => {})
			);
			await Promise.all([restored, purgeExpired(late)]);
			const left = await world.database.reader.item.count({ where: { listUid } });
			expect([await restored, left]).toEqual(
				(await restored) === 'done' ? ['done', 20] : ['missing', 0]
			);
		}
	});
});

/** The operation, which does not commit before `commit` is called. `written` resolves when it has written everything. */
function heldBeforeCommit<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>
) {
	const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const run: typeof operation.run = async (...given) => {
		const answer = await operation.run(...given);
		written.resolve();
		await commit.promise;
		return answer;
	};
	return { operation: { ...operation, run }, written: written.promise, commit: commit.resolve };
}
