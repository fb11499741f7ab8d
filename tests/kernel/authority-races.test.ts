// Two operations race, and one of them withdraws the access that the other relies on. Every test checks that once the
// withdrawal has been answered, the other operation changes nothing any more.
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { comparedOf, performed } from '../support/credentials.ts';
import { isLong, note } from '../support/figures.ts';
import { outcome } from '../support/outcome.ts';
import { lookInto, waitsForLock } from '../support/sql.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;
const newPassword = 'seven quiet geese at dawn';

describe.each(providers)('while a request waits, on %s', (provider) => {
	let world: World;
	let ada: Person;
	beforeAll(async () => {
		world = await openWorld(provider);
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	it('behind twenty password hashes, an admin who is demoted adds no member', async () => {
		const dee = await world.member('Dee', 'ROLE_ADMIN');
		// Each hash is by another person, since the queue takes turns between people.
		const queue = Array.from({ length: 20 }, (_, number) =>
			hashPassword(password, { key: String(number), isVisitor: false, isGone: () => false })
		);
		const adding = outcome(
			world.ask(members.addMember, dee, {
				name: 'Eve',
				email: 'eve@mill.test',
				role: 'ROLE_ADMIN'
			})
		);
		await world.ask(members.changeRole, ada, {
			memberUid: dee.member.uid,
			role: 'ROLE_MEMBER'
		});
		expect(await adding).toBe('forbidden');
		await Promise.all(queue);
		expect(await world.database.reader.member.count({ where: { name: 'Eve' } })).toBe(0);
	});

	it('behind a database lock of another program, a token that is revoked adds nothing', async () => {
		const { uid: listUid } = await world.listOf(ada);
		const { caller, uid } = await world.tokenOf(ada);
		const other = await holderOf(world, listUid);
		const adding = outcome(world.ask(items.addItem, caller, { listUid, label: 'milk' }));
		await other.isInTheWay();
		await other.run(`DELETE FROM "AccessToken" WHERE "uid" = '${uid}'`);
		await other.release();
		expect(await adding).toBe('unauthenticated');
		expect(await world.database.reader.item.count({ where: { listUid } })).toBe(0);
	});

	it('a sign-in with a password that is replaced meanwhile opens no session', async () => {
		const ben = await personWithPassword(world, 'Ben');
		const old = await comparedOf(world, 'ben@mill.test');
		await world.ask(members.changePassword, ben, { currentPassword: password, newPassword });
		for (const door of [members.startSession, members.signIn]) {
			const late = { ...door, prepare: async () => old };
			expect(await outcome(world.ask(late, visitor, { email: 'ben@mill.test', password }))).toBe(
				'unauthenticated'
			);
		}
		const { reader } = world.database;
		expect([await reader.session.count({ where: of(ben) }), await reader.pair.count()]).toEqual([
			1, 0
		]);
	});

	it('a password change that a reset overtakes changes nothing', async () => {
		const cleo = await personWithPassword(world, 'Cleo');
		const compared = await comparedOf(world, 'cleo@mill.test');
		const theirs = await hashPassword(newPassword);
		await world.database.writer.member.update({
			where: { uid: cleo.member.uid },
			data: { passwordHash: theirs }
		});
		const late = {
			...members.changePassword,
			prepare: async () => ({ compared, passwordHash: 'another hash' })
		};
		const asked = world.ask(late, cleo, { currentPassword: password, newPassword });
		expect(await outcome(asked)).toBe('malformed');
		expect((await comparedOf(world, 'cleo@mill.test')).passwordHash).toBe(theirs);
	});
});

describe('at the same moment on Postgres', () => {
	const rounds = isLong ? 200 : 25;
	let world: World;
	let ada: Person;
	beforeAll(async () => {
		world = await openWorld('postgresql');
		ada = await world.setUp();
	});
	afterAll(() => world.close());

	/** Runs `takeAway` and eight of `use` concurrently. Returns how many of them took effect after its answer. */
	async function cameAfter(
		takeAway: () => Promise<unknown>,
		use: (number: number) => Promise<unknown>,
		count: () => Promise<number>
	): Promise<number> {
		const using = Array.from({ length: 8 }, (_, number) => outcome(use(number)));
		await takeAway();
		const then = await count();
		await Promise.all(using);
		return (await count()) - then;
	}

	async function inRounds(name: string, round: (number: number) => Promise<number>) {
		let after = 0;
		for (let number = 0; number < rounds; number += 1) after += await round(number);
		note(`race: ${name}`, { rounds, 'came after the answer': after });
		expect(after).toBe(0);
	}

	const unhashed = {
		...members.addMember,
		prepare: async () => ({ words: 'four plain words here', hash: 'a hash' })
	};
	const membersNow = () => world.database.reader.member.count();
	const itemsNow = () => world.database.reader.item.count();

	it('a demoted admin adds nobody after the demotion', { timeout: 120_000 }, async () => {
		const dee = await world.member('Dee', 'ROLE_ADMIN');
		const give = (role: 'ROLE_ADMIN' | 'ROLE_MEMBER') =>
			world.ask(members.changeRole, ada, { memberUid: dee.member.uid, role });
		await inRounds('role × write', async (round) => {
			await give('ROLE_ADMIN');
			const add = (number: number) =>
				world.ask(unhashed, dee, { name: 'New', email: `n${round}.${number}@mill.test` });
			return cameAfter(() => give('ROLE_MEMBER'), add, membersNow);
		});
	});

	it('an admin who is demoted cannot give themselves the role back at the same moment', async () => {
		const eve = await world.member('Eve', 'ROLE_ADMIN');
		const memberUid = eve.member.uid;
		for (let round = 0; round < 50; round += 1) {
			await world.ask(members.changeRole, ada, { memberUid, role: 'ROLE_ADMIN' });
			const back = { memberUid, role: 'ROLE_ADMIN' } as const;
			const tries = [1, 2, 3].map(() => outcome(world.ask(members.changeRole, eve, back)));
			await world.ask(members.changeRole, ada, { memberUid, role: 'ROLE_MEMBER' });
			await Promise.all(tries);
			const { role } = await world.database.reader.member.findUniqueOrThrow({
				where: { uid: memberUid }
			});
			expect(role).toBe('ROLE_MEMBER');
		}
	});

	it('a revoked token adds nothing after it was revoked', { timeout: 120_000 }, async () => {
		const { uid: listUid } = await world.listOf(ada);
		await inRounds('revoke × write', async () => {
			const { caller, uid: tokenUid } = await world.tokenOf(ada);
			return cameAfter(
				() => world.ask(tokens.revokeAccessToken, ada, { tokenUid }),
				() => world.ask(items.addItem, caller, { listUid, label: 'milk' }),
				itemsNow
			);
		});
	});

	it('a removed member adds nothing after the removal', { timeout: 120_000 }, async () => {
		const { uid: listUid } = await world.listOf(ada);
		await world.database.writer.list.update({
			where: { uid: listUid },
			data: { sharing: 'SHARING_INSTANCE', sharedEdit: true }
		});
		await inRounds('remove member × write', async (round) => {
			const gus = await world.member(`Gus${round}`);
			return cameAfter(
				() => world.ask(members.removeMember, ada, { memberUid: gus.member.uid }),
				() => world.ask(items.addItem, gus, { listUid, label: 'milk' }),
				itemsNow
			);
		});
	});

	it('no session of the old password outlives its change', { timeout: 120_000 }, async () => {
		const ben = await world.member('Ben');
		await inRounds('sign-in × password change', async (round) => {
			const old = await comparedOf(world, 'ben@mill.test');
			const next = { compared: old, passwordHash: `hash ${round}` };
			const change = { ...members.changePassword, prepare: async () => next };
			await oldSignIns(old, 'ben@mill.test', () =>
				world.ask(change, ben, { currentPassword: password, newPassword })
			);
			return (await sessionsOf(ben)) - 1;
		});
	});

	it('no session of the old password outlives a reset', { timeout: 120_000 }, async () => {
		const cleo = await world.member('Cleo');
		await inRounds('sign-in × reset', async (round) => {
			const old = await comparedOf(world, 'cleo@mill.test');
			const { requestUid, client } = await approvedReset('Cleo');
			const complete = { ...requests.completeReset, prepare: async () => `hash ${round}` };
			await oldSignIns(old, 'cleo@mill.test', () =>
				world.ask(complete, client, { requestUid, newPassword })
			);
			return (await sessionsOf(cleo)) - 1;
		});
	});

	it(
		'only one of a reset and a password change sets the password',
		{ timeout: 120_000 },
		async () => {
			await world.member('Hal');
			await inRounds('reset × password change', async (round) => {
				const hal = await memberNow('Hal');
				const compared = await comparedOf(world, 'hal@mill.test');
				const { requestUid, client } = await approvedReset('Hal');
				const [byReset, byChange] = [`reset ${round}`, `change ${round}`];
				const complete = { ...requests.completeReset, prepare: async () => byReset };
				const change = {
					...members.changePassword,
					prepare: async () => ({ compared, passwordHash: byChange })
				};
				const both = [
					outcome(world.ask(complete, client, { requestUid, newPassword })),
					outcome(world.ask(change, hal, { currentPassword: password, newPassword }))
				];
				const [reset, changed] = await Promise.all(both);
				expect([reset, changed].filter((one) => one === 'done')).toHaveLength(1);
				const { passwordHash } = await comparedOf(world, 'hal@mill.test');
				return passwordHash === (reset === 'done' ? byReset : byChange) ? 0 : 1;
			});
		}
	);

	async function oldSignIns(
		old: { uid: string; passwordHash: string },
		email: string,
		replace: () => Promise<unknown>
	): Promise<void> {
		const late = { ...members.startSession, prepare: async () => old };
		const all = Array.from({ length: 4 }, () =>
			outcome(world.ask(late, visitor, { email, password }))
		);
		all.push(outcome(replace()));
		all.push(
			...Array.from({ length: 4 }, () => outcome(world.ask(late, visitor, { email, password })))
		);
		expect((await Promise.all(all))[4]).toBe('done');
	}

	const sessionsOf = (who: Person) => world.database.reader.session.count({ where: of(who) });

	/** The member with an open session, whatever the last round has ended. */
	async function memberNow(name: string): Promise<Person> {
		const { uid } = await comparedOf(world, `${name.toLowerCase()}@mill.test`);
		const hal: Person = { ...ada, member: { ...ada.member, uid, name, isAdmin: false } };
		const caller = { ...hal, sessionUid: `ses_of_${uid}` };
		await world.reopen(caller);
		return caller;
	}

	async function approvedReset(name: string) {
		// An address may send ten requests an hour.
		world.setClock(new Date(world.now().getTime() + 3_600_000));
		const asked = await performed(world, requests.askForReset, visitor, { emailOrName: name });
		const { requestUid } = asked.output;
		await world.ask(requests.decideReset, ada, { requestUid, approve: true });
		const cookie = asked.issued.find(({ kind }) => kind === 'binding');
		const bindingSecret = cookie && 'secret' in cookie ? cookie.secret : '';
		const client: Caller = { by: 'visitor', from: { ...visitor.from, bindingSecret } };
		return { requestUid, client };
	}
});

const of = ({ member }: MemberCaller) => ({ memberUid: member.uid });

async function personWithPassword(world: World, name: string): Promise<Person> {
	const person = await world.member(name);
	const passwordHash = await hashPassword(password);
	await world.database.writer.member.update({
		where: { uid: person.member.uid },
		data: { passwordHash }
	});
	return person;
}

/** Another program in the middle of a transaction: on SQLite it locks the file for writing, on Postgres the list. */
async function holderOf(world: World, listUid: string) {
	if (world.database.dialect.name === 'sqlite') {
		const file = new Sqlite(world.databaseUrl.slice('file:'.length));
		file.exec('BEGIN IMMEDIATE');
		return {
			run: async (sql: string) => void file.exec(sql),
			isInTheWay: () => pause(100),
			release: async () => void file.exec('COMMIT').close()
		};
	}
	const [other, watch] = [await lookInto(world.databaseUrl), await lookInto(world.databaseUrl)];
	await other.rows('BEGIN');
	await other.rows(`SELECT 1 FROM "List" WHERE "uid" = '${listUid}' FOR UPDATE`);
	return {
		run: (sql: string) => other.rows(sql),
		isInTheWay: () => waitsForLock(watch),
		release: async () => {
			await other.rows('COMMIT');
			await other.close();
			await watch.close();
		}
	};
}
