// Provokes each security event once. It is logged in one line, which holds only uids and addresses.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { logFault } from '../../src/lib/server/kernel/log-refusal.ts';
import { securityEvents } from '../../src/lib/server/kernel/security-events.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { setPassword } from '../../src/lib/server/members/set-password.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { tokens } from '../../src/lib/server/tokens/operations.ts';
import { maxLinesPerNetwork } from '../../src/lib/server/kernel/log-limit.ts';
import { openedBy, performed, refreshed, secretIn, strangerAt } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

type Line = Record<string, string | number | boolean>;

/** Twenty passwords are hashed. */
const slowly = { timeout: 60_000 };

const newPassword = 'seven quiet geese at dawn';

/** Names, texts and secrets, none of which may be in the log. */
const naming = /ada|ben|cleo|mill|milk|script|horse|geese|hearth_|hearthpair_|hearthrefresh_|@/i;

describe('the table of docs/security-log.md', () => {
	it('is the list of events', async () => {
		const text = await readFile(new URL('../../docs/security-log.md', import.meta.url), 'utf8');
		const rows = [...text.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, event, what]) => [
			event,
			what
		]);
		expect(rows).toEqual(Object.entries(securityEvents));
	});
});

describe.each(providers)('security events on %s', (provider) => {
	it('are logged in one line each, without names and secrets', slowly, async () => {
		const world = await openWorld(provider);
		const story = await happened(world);
		const seen = linesOf(world);
		expect(seen.map(({ event }) => event)).toEqual(story);
		expect([...new Set(story)].sort()).toEqual(Object.keys(securityEvents).sort());
		for (const line of seen) {
			const words = Object.values({ ...line, operation: '' }).filter((value) => !isUid(value));
			expect(words.join(' '), String(line.event)).not.toMatch(naming);
			expect(line).toMatchObject({ level: 'info', by: expect.any(String) });
			expect(line.address).toMatch(/^192\.0\.2\.\d+$/);
			for (const [field, value] of Object.entries(line))
				if (/uid$/i.test(field)) expect(isUid(value), field).toBe(true);
		}
		await world.close();
	});

	it('that were rolled back are not logged', async () => {
		const world = await openWorld(provider);
		const ada = await world.setUp();
		world.logged.length = 0;
		const ending = { sessionUid: ada.sessionUid };
		const failing = {
			...members.endSession,
			run: async (...given: Parameters<typeof members.endSession.run>) => {
				await members.endSession.run(...given);
				throw new Error('not after all');
			}
		};
		await expect(world.ask(failing, ada, ending)).rejects.toThrow('not after all');
		expect(linesOf(world)).toEqual([]);
		await world.close();
	});

	it('that visitors can cause are limited, and the omitted ones are counted', async () => {
		const world = await openWorld(provider);
		const { caller } = await world.tokenOf(await world.member('Ada'), {
			abilities: { read: true }
		});
		const refused = () => outcome(world.ask(tokens.makeAccessToken, caller, anyToken));
		world.logged.length = 0;
		for (let count = 0; count < maxLinesPerNetwork + 7; count += 1) await refused();
		expect(linesOf(world)).toHaveLength(maxLinesPerNetwork);
		world.setClock(new Date(world.now().getTime() + 60_000));
		await refused();
		expect(linesOf(world).at(-1)).toMatchObject({ event: 'refused', unwritten: 7 });
		await world.close();
	});

	it('about a wrong password of the caller count towards the same limit', async () => {
		const world = await openWorld(provider);
		const ada = await world.setUp();
		const { caller } = await world.tokenOf(ada, { abilities: { read: true } });
		const mistaken = { currentPassword: 'not hers', newPassword };
		world.logged.length = 0;
		await outcome(world.ask(members.changePassword, ada, mistaken));
		for (let count = 1; count < maxLinesPerNetwork; count += 1)
			await outcome(world.ask(tokens.makeAccessToken, caller, anyToken));
		await outcome(world.ask(members.changePassword, ada, mistaken));
		const events = linesOf(world).map(({ event }) => event);
		expect(events).toEqual([
			'wrong-password',
			...Array<string>(maxLinesPerNetwork - 1).fill('refused')
		]);
		await world.close();
	});
});

it('a fault that a visitor can cause counts towards the same limit, and one of a member is always logged', async () => {
	const world = await openWorld('sqlite');
	const ada = await world.setUp();
	world.logged.length = 0;
	for (const caller of [visitor, ada])
		for (let count = 0; count < maxLinesPerNetwork + 7; count += 1)
			logFault(world.household, caller, 'the page could not be made', { requestId: caller.by });
	const by = world.logged.map((line) => JSON.parse(line).requestId);
	expect(by.filter((who) => who === 'visitor')).toHaveLength(maxLinesPerNetwork);
	expect(by.filter((who) => who === 'session')).toHaveLength(maxLinesPerNetwork + 7);
	await world.close();
});

const anyToken = {
	name: 'script',
	abilities: { read: true },
	listUids: [],
	allLists: true,
	expiresAt: ''
};

const isUid = (value: unknown): boolean => /^(mem|ses|fam|tok|req)_[\w-]{22}$/.test(String(value));

const linesOf = ({ logged }: World): Line[] =>
	logged.map((line) => JSON.parse(line)).filter(({ message }) => message === 'security');

/** Runs everything that causes a security event. Returns the names of the events. */
async function happened(world: World): Promise<string[]> {
	const ada = await world.setUp();
	const memberUid = (await added(world, ada)).uid;
	await world.ask(members.changeRole, ada, { memberUid, role: 'ROLE_ADMIN' });
	const approved = await joinOf(world, ada, true);
	await world.ask(requests.completeJoin, approved.client, {
		requestUid: approved.requestUid,
		name: 'Cleo',
		password
	});
	const secret = await signedIn(world);
	await outcome(world.ask(members.signIn, visitor, { email: 'ada@mill.test', password: 'wrong' }));
	const opened = await openedBy(world, secret);
	if (!opened) throw new Error('ada is not signed in');
	await world.ask(members.changePassword, opened.caller, {
		currentPassword: password,
		newPassword
	});
	await reused(world);
	const { tokenUid } = await tokenUsed(world, opened.caller);
	await world.ask(tokens.revokeAccessToken, opened.caller, { tokenUid });
	const reset = await resetOf(world, opened.caller);
	await world.ask(requests.completeReset, reset.client, {
		requestUid: reset.requestUid,
		newPassword: password
	});
	await world.ask(setPassword, visitor, { email: 'ada@mill.test', newPassword: password });
	const admin = await openedBy(world, await signedIn(world));
	if (!admin) throw new Error('ada is not signed in');
	await world.ask(members.removeMember, admin.caller, { memberUid });
	const second = await openedBy(world, await signedIn(world));
	if (second) await world.ask(members.signOut, second.caller, {});
	for (let count = 0; count < 11; count += 1)
		await outcome(world.ask(members.signIn, strangerAt('192.0.2.50'), nobody));
	await world.ask(instance.deleteInstance, admin.caller, { password, instanceName: 'Mill Lane' });
	return [
		...['set-up', 'member-added', 'role-changed', 'join-decided', 'joined', 'signed-in'],
		...['wrong-password', 'password-changed', 'signed-in', 'refresh-reused', 'token-made'],
		...['refused', 'token-undone', 'token-revoked', 'reset-decided', 'password-reset'],
		...['password-set', 'signed-in', 'member-removed', 'signed-in', 'session-ended'],
		...[...Array<string>(10).fill('wrong-password'), 'throttled', 'household-deleted']
	];
}

const nobody = { email: 'eve@example.test', password: 'any' };

async function added(world: World, admin: Caller) {
	const { member } = await world.ask(members.addMember, admin, {
		name: 'Ben',
		email: 'ben@mill.test'
	});
	return member;
}

async function signedIn(world: World): Promise<string> {
	const { passwordHash } = await world.database.reader.member.findUniqueOrThrow({
		where: { emailFolded: 'ada@mill.test' }
	});
	const { uid } = await world.database.reader.member.findUniqueOrThrow({
		where: { emailFolded: 'ada@mill.test' }
	});
	const quick = { ...members.startSession, prepare: async () => ({ uid, passwordHash }) };
	const given = { email: 'ada@mill.test', password };
	return secretIn((await performed(world, quick, visitor, given)).issued, 'session');
}

const bound = (issued: { kind: string }[]): Caller => {
	const cookie = issued.find(({ kind }) => kind === 'binding');
	const bindingSecret = cookie && 'secret' in cookie ? String(cookie.secret) : '';
	return { by: 'visitor', from: { ...visitor.from, bindingSecret } };
};

async function joinOf(world: World, admin: Caller, approve: boolean) {
	const { output, issued } = await performed(world, requests.askToJoin, visitor, {
		name: 'Cleo',
		email: 'cleo@mill.test'
	});
	await world.ask(requests.decideJoin, admin, { requestUid: output.requestUid, approve });
	return { requestUid: output.requestUid, client: bound(issued) };
}

async function resetOf(world: World, admin: Caller) {
	const { output, issued } = await performed(world, requests.askForReset, visitor, {
		emailOrName: 'Ada'
	});
	const { requestUid } = output;
	await world.ask(requests.decideReset, admin, { requestUid, approve: true });
	return { requestUid, client: bound(issued) };
}

/** Sends a refresh token again a minute after it was replaced. */
async function reused(world: World): Promise<void> {
	const { issued } = await performed(world, members.signIn, visitor, {
		email: 'ada@mill.test',
		password: newPassword
	});
	const first = secretIn(issued, 'refresh');
	await refreshed(world, first);
	world.setClock(new Date(world.now().getTime() + 60_000));
	await outcome(refreshed(world, first));
}

/** Makes a token, is refused something that tokens may not do, and undoes what the token did. */
async function tokenUsed(world: World, owner: Caller): Promise<{ tokenUid: string }> {
	const { caller, uid: tokenUid } = await world.tokenOf(owner);
	await outcome(world.ask(tokens.makeAccessToken, caller, anyToken));
	const since = new Date(world.now().getTime() - 1000).toISOString();
	await world.ask(tokens.undoToken, owner, { tokenUid, since, dryRun: true });
	await world.ask(tokens.undoToken, owner, { tokenUid, since });
	return { tokenUid };
}

it('all addresses of one network count towards one limit', async () => {
	const world = await openWorld('sqlite');
	world.logged.length = 0;
	for (let count = 0; count < maxLinesPerNetwork + 7; count += 1) {
		const from = { ...visitor.from, address: `2001:db8::${count}` };
		logFault(world.household, { by: 'visitor', from }, 'the page could not be made', {});
	}
	expect(world.logged).toHaveLength(maxLinesPerNetwork);
	await world.close();
});
