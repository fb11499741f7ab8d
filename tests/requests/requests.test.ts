import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenCaller } from '../../src/lib/server/tokens/bearer.ts';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { activity } from '../../src/lib/server/activity/operations.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { purgeExpired } from '../../src/lib/server/runtime/retention.ts';
import { checkPhrase } from '../../src/lib/server/requests/reset.ts';
import {
	browserOf,
	callerOfPair,
	openedBy,
	pairOf,
	performed,
	refreshed,
	secretIn
} from '../support/credentials.ts';
import { outcome, outcomes } from '../support/outcome.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

const tooShort = password.slice(0, 14);

type Person = Awaited<ReturnType<World['member']>>;

describe.each(providers)('requests on %s', (provider) => {
	let world: World;
	let ada: Person, eve: Person, ben: Person;
	let asked = 0;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', createdAt: world.now() }
		});
		[ada, eve] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Eve', 'ROLE_ADMIN')];
		ben = await world.member('Ben');
	});
	beforeEach(() => world.setClock(new Date(Date.UTC(2026, 10, 20, 9) + ++asked * 86_400_000)));
	afterAll(() => world.close());

	const pass = (milliseconds: number) =>
		world.setClock(new Date(world.now().getTime() + milliseconds));

	/** The client that sends back the cookie that it was given. */
	const bound = (issued: { kind: string }[], from: Caller = visitor): Caller => {
		const binding = issued.find(({ kind }) => kind === 'binding');
		if (!binding || !('secret' in binding)) throw new Error('the request was bound to no client');
		return { ...visitor, from: { ...from.from, bindingSecret: String(binding.secret) } };
	};
	const join = async (name = 'Dan', from: Caller = visitor) => {
		const email = `${name}.${asked}@mill.test`.toLowerCase();
		const { output, issued } = await performed(world, requests.askToJoin, from, {
			name,
			email,
			message: 'It is me.'
		});
		return { requestUid: output.requestUid, client: bound(issued), email };
	};
	const reset = async (emailOrName = 'Ben') => {
		const { output, issued } = await performed(world, requests.askForReset, visitor, {
			emailOrName
		});
		return { ...output, client: bound(issued) };
	};
	const decideJoin = (requestUid: string, approve: boolean, by: Caller = ada) =>
		world.ask(requests.decideJoin, by, { requestUid, approve });
	const decideReset = (requestUid: string, approve: boolean, by: Caller = ada) =>
		world.ask(requests.decideReset, by, { requestUid, approve });
	/** Completes a request without hashing a password; the refusals are the same. */
	const complete = (requestUid: string, by: Caller) =>
		world.ask(requests.completeJoin, by, { requestUid, name: `Dan ${requestUid}`, password });
	const replace = (requestUid: string, by: Caller) =>
		world.ask(requests.completeReset, by, { requestUid, newPassword: password });
	const waiting = () => world.ask(requests.getRequests, ada, {});

	it('to join wait for an admin, oldest first, and are no longer listed once decided', async () => {
		const first = await join('Dan');
		pass(1000);
		const second = await join('Elif');
		const { joinRequests } = await waiting();
		expect(joinRequests.map(({ requestUid }) => requestUid)).toEqual([
			first.requestUid,
			second.requestUid
		]);
		expect(joinRequests[0]).toMatchObject({
			name: 'Dan',
			email: first.email,
			message: 'It is me.'
		});
		expect(await outcome(world.ask(requests.getRequests, ben, {}))).toBe('forbidden');
		expect(await outcome(decideJoin(first.requestUid, true, ben))).toBe('forbidden');
		await decideJoin(first.requestUid, true);
		await decideJoin(second.requestUid, false);
		expect((await waiting()).joinRequests).toEqual([]);
	});

	it('to join are completed by the client that asked and by no other, once', async () => {
		const { requestUid, client, email } = await join();
		const other = await join('Olga');
		expect(await outcome(complete(requestUid, client))).toBe('not-yet');
		await decideJoin(requestUid, true);
		expect(await outcome(complete(requestUid, visitor))).toBe('forbidden');
		expect(await outcome(complete(requestUid, other.client))).toBe('forbidden');
		const weak = { requestUid, name: 'Dan', password: tooShort };
		expect(await outcome(world.ask(requests.completeJoin, client, weak))).toBe('malformed');
		expect((await complete(requestUid, client)).member).toMatchObject({
			name: `Dan ${requestUid}`,
			email,
			role: 'ROLE_MEMBER',
			mustChangePassword: false
		});
		expect(await outcome(complete(requestUid, client))).toBe('not-yet');
		await decideJoin(other.requestUid, false);
	});

	it('of one client, one after the other, all stay its own', async () => {
		const first = await join('Pia');
		const { output, issued } = await performed(world, requests.askForReset, first.client, {
			emailOrName: 'Ben'
		});
		const client = bound(issued);
		await decideReset(output.requestUid, true);
		expect(await outcome(replace(output.requestUid, first.client))).toBe('forbidden');
		expect(await outcome(replace(output.requestUid, client))).toBe('done');
		await decideJoin(first.requestUid, true);
		expect(await outcome(complete(first.requestUid, client))).toBe('done');
	});

	it.each(['', 'x', 'planted-by-somebody-else'])(
		'are not bound to the cookie %j, which this server did not issue',
		async (planted) => {
			const asking: Caller = { ...visitor, from: { ...visitor.from, bindingSecret: planted } };
			const joined = await join('Rosa', asking);
			await decideJoin(joined.requestUid, true);
			expect(await outcome(complete(joined.requestUid, asking))).toBe('forbidden');
			const { output, issued } = await performed(world, requests.askForReset, asking, {
				emailOrName: 'Ben'
			});
			await decideReset(output.requestUid, true);
			expect(await outcome(replace(output.requestUid, asking))).toBe('forbidden');
			expect(await outcome(replace(output.requestUid, bound(issued)))).toBe('done');
		}
	);

	it('of one client stay its own up to its tenth last', async () => {
		const asked = [await join('Sam')];
		while (asked.length < 11) {
			// So many requests in one hour would be refused.
			pass(3_600_000);
			asked.push(await join('Sam', asked.at(-1)?.client));
		}
		const { client } = asked.at(-1) ?? (await join());
		const standings = await Promise.all(
			asked.map(({ requestUid }) => world.ask(requests.followJoin, client, { requestUid }))
		);
		expect(standings.map(({ standing }) => standing)).toEqual([
			'elsewhere',
			...Array(10).fill('waiting')
		]);
	});

	it('to join are found again only by the client that asked, until it has joined', async () => {
		const found = async (by: Caller) => (await world.ask(requests.findOwnJoin, by, {})).request;
		const first = await join('Wim');
		pass(1);
		const second = await join('Xenia', first.client);
		const { client } = second;
		const other = await join('Yuri');
		expect(await found(client)).toEqual({ requestUid: second.requestUid, standing: 'waiting' });
		expect(await found(first.client)).toEqual({
			requestUid: first.requestUid,
			standing: 'waiting'
		});
		expect(await found(other.client)).toMatchObject({ requestUid: other.requestUid });
		expect(await found(visitor)).toBeNull();
		const hashes = await world.database.writer.joinRequest.findMany();
		for (const planted of [first.requestUid, ...hashes.map(({ bindingHash }) => bindingHash)])
			expect(
				await found({ ...visitor, from: { ...visitor.from, bindingSecret: planted } })
			).toBeNull();
		await decideJoin(first.requestUid, true);
		const approved = { requestUid: first.requestUid, standing: 'approved' };
		expect(await found(client)).toEqual(approved);
		await complete(first.requestUid, client);
		expect(await found(first.client)).toBeNull();
		expect(await found(client)).toEqual({ requestUid: second.requestUid, standing: 'waiting' });
		await decideJoin(second.requestUid, true);
		expect(await found(client)).toMatchObject({ standing: 'approved' });
		pass(7 * 86_400_000);
		expect(await found(client)).toBeNull();
		await decideJoin(other.requestUid, false);
	});

	it('to join by one person are not found again once one of them was used', async () => {
		const first = await join('Zoe');
		const second = await join('Zoe', first.client);
		await decideJoin(first.requestUid, true);
		await complete(first.requestUid, second.client);
		expect(await world.ask(requests.findOwnJoin, second.client, {})).toEqual({ request: null });
		await decideJoin(second.requestUid, false);
	});

	it('that were ignored look exactly like pending ones for ever', async () => {
		const [ignored, pending] = [await join('Quentin'), await join('Quentin')];
		await decideJoin(ignored.requestUid, false);
		const look = async ({ requestUid, client }: typeof ignored) => ({
			status: await world.ask(requests.getJoinRequest, visitor, { requestUid }),
			page: await world.ask(requests.followJoin, client, { requestUid }),
			found: (await world.ask(requests.findOwnJoin, client, {})).request?.standing,
			completed: await outcome(complete(requestUid, client))
		});
		pass(80 * 86_400_000);
		expect(await look(ignored)).toEqual(await look(pending));
		expect((await look(ignored)).status.status).toBe('REQUEST_STATUS_PENDING');
		const away = await reset();
		await decideReset(away.requestUid, false);
		const { requestUid } = away;
		expect(await world.ask(requests.getResetRequest, visitor, { requestUid })).toEqual({
			status: 'REQUEST_STATUS_PENDING'
		});
		expect(await world.ask(requests.followReset, away.client, { requestUid })).toMatchObject({
			standing: 'waiting'
		});
		expect(await outcome(replace(requestUid, away.client))).toBe('not-yet');
	});

	it('of somebody whose email was taken meanwhile are refused, and stay approved', async () => {
		const { requestUid, client, email } = await join('Rita');
		await decideJoin(requestUid, true);
		const { member } = await world.ask(members.addMember, ada, { name: 'Rita', email });
		expect(await outcome(complete(requestUid, client))).toBe('exists');
		await world.ask(members.removeMember, ada, { memberUid: member.uid });
		expect(await outcome(complete(requestUid, client))).toBe('done');
	});

	it.each([
		['join', true],
		['reset', false]
	])('to %s are decided once, also by two admins at the same moment', async (_what, isJoin) => {
		const { requestUid } = isJoin ? await join('Sam') : await reset();
		const decide = isJoin ? decideJoin : decideReset;
		// Ignoring an approved reset withdraws it, so both decisions would succeed. Two approvals conflict.
		expect(
			await outcomes([decide(requestUid, true, ada), decide(requestUid, !isJoin, eve)])
		).toEqual(['changed', 'done']);
		expect(await outcome(decide(requestUid, true))).toBe('changed');
		expect(await outcome(decide('req_never', true))).toBe('missing');
	});

	it('that were approved are used only once, also by 20 at once', async () => {
		const { requestUid, client } = await join('Tom');
		await decideJoin(requestUid, true);
		// Skip the hash, so that the race is about the approval.
		const race = { ...requests.completeJoin, prepare: async () => 'a hash' };
		const runs = Array.from({ length: 20 }, () =>
			world.ask(race, client, { requestUid, name: 'Tom', password })
		);
		const came = await outcomes(runs);
		expect([came.filter((one) => one === 'done').length, came.length]).toEqual([1, 20]);
		expect(await world.database.reader.member.count({ where: { name: 'Tom' } })).toBe(1);
		const again = await reset();
		await decideReset(again.requestUid, true);
		const racing = { ...requests.completeReset, prepare: async () => 'a hash' };
		const resets = Array.from({ length: 20 }, () =>
			world.ask(racing, again.client, { requestUid: again.requestUid, newPassword: password })
		);
		expect((await outcomes(resets)).filter((one) => one === 'done').length).toBe(1);
	});

	it('for a new password work 59 minutes and 59 seconds after approval and not after an hour and a second', async () => {
		const soon = await reset();
		pass(5 * 3_600_000);
		await decideReset(soon.requestUid, true);
		pass(3_599_000);
		expect(
			await world.ask(requests.followReset, soon.client, { requestUid: soon.requestUid })
		).toMatchObject({ standing: 'approved' });
		expect(await outcome(replace(soon.requestUid, soon.client))).toBe('done');
		const late = await reset();
		await decideReset(late.requestUid, true);
		pass(3_601_000);
		expect(await outcome(replace(late.requestUid, late.client))).toBe('not-yet');
		expect(
			await world.ask(requests.followReset, late.client, { requestUid: late.requestUid })
		).toMatchObject({ standing: 'run-out' });
		// The transaction checks the row again, even if the hash was prepared in time.
		const racing = { ...requests.completeReset, prepare: async () => 'a hash' };
		expect(
			await outcome(
				world.ask(racing, late.client, { requestUid: late.requestUid, newPassword: password })
			)
		).toBe('not-yet');
	});

	const state = async (requestUid: string) =>
		(await world.database.reader.resetRequest.findUniqueOrThrow({ where: { uid: requestUid } }))
			.state;
	/** Completes a reset with a hash that is already prepared. */
	const quickly = (requestUid: string, by: Caller) =>
		world.ask({ ...requests.completeReset, prepare: async () => 'a hash' }, by, {
			requestUid,
			newPassword: password
		});

	it('for a new password that were approved can be withdrawn by ignoring them, until they are used', async () => {
		const wrong = await reset();
		await decideReset(wrong.requestUid, true);
		const other = await reset();
		expect(await outcome(decideReset(wrong.requestUid, false))).toBe('done');
		expect(await outcome(replace(wrong.requestUid, wrong.client))).toBe('not-yet');
		expect([await state(wrong.requestUid), await state(other.requestUid)]).toEqual([
			'IGNORED',
			'IGNORED'
		]);
		expect(await outcome(decideReset(wrong.requestUid, false))).toBe('changed');
		const used = await reset();
		await decideReset(used.requestUid, true);
		await quickly(used.requestUid, used.client);
		expect(await outcome(decideReset(used.requestUid, false))).toBe('changed');
		const [ignored, kept] = [await reset(), await reset()];
		await decideReset(ignored.requestUid, false);
		expect(await state(kept.requestUid)).toBe('PENDING');
	});

	it('for a new password are ignored once another of the same member is approved', async () => {
		const [first, second, pending] = [await reset(), await reset(), await reset()];
		const hers = await reset('Ada');
		await decideReset(first.requestUid, true);
		expect(await state(second.requestUid)).toBe('IGNORED');
		expect(await outcome(decideReset(pending.requestUid, true))).toBe('changed');
		const newer = await reset();
		await decideReset(newer.requestUid, true);
		expect(await outcome(quickly(first.requestUid, first.client))).toBe('not-yet');
		expect(await outcome(quickly(newer.requestUid, newer.client))).toBe('done');
		expect(await state(hers.requestUid)).toBe('PENDING');
	});

	it('for a new password end when the member sets one, by a reset or by themselves', async () => {
		const attacker = await reset();
		const own = await reset();
		const later = await reset();
		// As in older versions, in which one approval did not end the other.
		await world.database.writer.resetRequest.updateMany({
			where: { uid: { in: [attacker.requestUid, own.requestUid] } },
			data: { state: 'APPROVED', decidedAt: world.now() }
		});
		await quickly(own.requestUid, own.client);
		expect([await state(attacker.requestUid), await state(later.requestUid)]).toEqual([
			'IGNORED',
			'IGNORED'
		]);
		expect(await outcome(quickly(attacker.requestUid, attacker.client))).toBe('not-yet');
		const again = await reset();
		await decideReset(again.requestUid, true);
		await world.reopen(ben);
		const compared = { uid: ben.member.uid, passwordHash: 'a hash' };
		const hashes = { compared, passwordHash: 'another hash' };
		await world.ask({ ...members.changePassword, prepare: async () => hashes }, ben, {
			currentPassword: password,
			newPassword: password
		});
		expect(await outcome(quickly(again.requestUid, again.client))).toBe('not-yet');
		expect(await state(again.requestUid)).toBe('IGNORED');
	});

	it('to join work for seven days after approval, and the page says when they have expired', async () => {
		const [soon, late] = [await join('Val'), await join('Wim')];
		for (const { requestUid } of [soon, late]) await decideJoin(requestUid, true);
		pass(7 * 86_400_000 - 1000);
		expect(await outcome(complete(soon.requestUid, soon.client))).toBe('done');
		pass(2000);
		expect(await outcome(complete(late.requestUid, late.client))).toBe('not-yet');
		expect(
			await world.ask(requests.followJoin, late.client, { requestUid: late.requestUid })
		).toMatchObject({ standing: 'run-out' });
	});

	it('to join stay those of the client that asked for as long as an admin can approve them', async () => {
		const input = { name: 'Dan', email: 'dan@late.test' };
		const { output, issued } = await performed(world, requests.askToJoin, visitor, input);
		pass(89 * 86_400_000);
		await purgeExpired(world.household);
		await world.ask(requests.decideJoin, ada, { ...output, approve: true });
		const kept = issued.filter((one) => 'expiresAt' in one && one.expiresAt > world.now());
		const given = { ...output, name: 'Dan', password };
		expect(await outcome(world.ask(requests.completeJoin, bound(kept), given))).toBe('done');
		pass(-89 * 86_400_000);
	});

	it('to join that are completed with another name than the approved one are told to the admins', async () => {
		const told = async (requestUid: string) =>
			(await world.ask(activity.getActivity, eve, {})).activity
				.filter((entry) => entry.targetUid === requestUid)
				.map(({ text }) => text);
		const [same, other] = [await join('Zoë'), await join('Xia')];
		const names = [
			[same, 'ZOE'],
			[other, 'Yan']
		] as const;
		for (const [{ requestUid, client }, name] of names) {
			await decideJoin(requestUid, true);
			await world.ask(requests.completeJoin, client, { requestUid, name, password });
		}
		expect(await told(same.requestUid)).toEqual(['Zoë asked to join.']);
		expect((await told(other.requestUid)).sort()).toEqual([
			'Xia asked to join, and joined as Yan.',
			'Xia asked to join.'
		]);
	});

	it('for a new password show both sides the same three words, which differ for each request', async () => {
		const [one, other] = [await reset(), await reset()];
		expect(one.checkPhrase).toMatch(/^[a-z]+( [a-z]+){2}$/);
		expect(one.checkPhrase).not.toBe(other.checkPhrase);
		const { resetRequests } = await waiting();
		const admins = resetRequests.find(({ requestUid }) => requestUid === one.requestUid);
		expect(checkPhrase(admins?.requestUid ?? '')).toBe(one.checkPhrase);
		const followed = await world.ask(requests.followReset, one.client, {
			requestUid: one.requestUid
		});
		expect(followed).toEqual({ standing: 'waiting', checkPhrase: one.checkPhrase });
		const elsewhere = await world.ask(requests.followReset, other.client, {
			requestUid: one.requestUid
		});
		expect(elsewhere.standing).toBe('elsewhere');
	});

	it('to join tell their sender alone who asked', async () => {
		const [{ requestUid, client, email }, stranger] = [await join('Uma'), await join('Vic')];
		const follow = (by: Caller) => world.ask(requests.followJoin, by, { requestUid });
		expect(await follow(client)).toEqual({ standing: 'waiting', name: 'Uma', email });
		for (const by of [visitor, stranger.client])
			expect(await follow(by)).toEqual({ standing: 'elsewhere', name: '', email: '' });
	});

	it('for a new password from people who are not known here hide none of a member', async () => {
		const { writer } = world.database;
		const strangers = Array.from({ length: 500 }, (_, index) => `req_stranger${index}`);
		await writer.resetRequest.createMany({
			data: strangers.map((uid) => ({ uid, bindingHash: '', createdAt: world.now() }))
		});
		pass(1000);
		const { requestUid } = await reset();
		const { resetRequests } = await waiting();
		await writer.resetRequest.deleteMany({ where: { uid: { in: strangers } } });
		expect(resetRequests.map((request) => request.requestUid)).toContain(requestUid);
	});

	it('for a new password end every session, pair and access token of that member, and of nobody else', async () => {
		await world.reopen(ben);
		const ours = {
			browser: await browserOf(world, 'ben@mill.test'),
			pair: await pairOf(world, 'ben@mill.test'),
			token: await world.tokenOf(ben)
		};
		const hers = { browser: await browserOf(world), token: await world.tokenOf(ada) };
		const { requestUid, client } = await reset('BEN@mill.test');
		await decideReset(requestUid, true);
		const weak = { requestUid, newPassword: tooShort };
		expect(await outcome(world.ask(requests.completeReset, client, weak))).toBe('malformed');
		const { output, issued } = await performed(world, requests.completeReset, client, {
			...{ requestUid, newPassword: password }
		});
		expect(output.member).toMatchObject({ uid: ben.member.uid, mustChangePassword: false });
		expect(await openedBy(world, secretIn(issued, 'session'))).toBeTruthy();
		expect(await openedBy(world, ours.browser)).toBeFalsy();
		expect(await callerOfPair(world, ours.pair.accessToken)).toBeFalsy();
		expect(await outcome(refreshed(world, ours.pair.refresh))).toBe('unauthenticated');
		expect(await tokenCaller(world.household, ours.token.secret, ben.from)).toBeUndefined();
		expect(await openedBy(world, hers.browser)).toBeTruthy();
		expect(await tokenCaller(world.household, hers.token.secret, ada.from)).toBeTruthy();
		expect(
			await outcome(world.ask(members.signIn, visitor, { email: 'ben@mill.test', password }))
		).toBe('done');
	});

	it('for a new password by somebody unknown look the same, and reach no admin', async () => {
		const shape = ({
			requestUid,
			checkPhrase: words
		}: {
			requestUid: string;
			checkPhrase: string;
		}) => [requestUid.length, words.split(' ').length];
		const [known, unknown] = [await reset('Ben'), await reset('Nobody')];
		expect(shape(unknown)).toEqual(shape(known));
		expect(
			await world.ask(requests.getResetRequest, visitor, { requestUid: unknown.requestUid })
		).toEqual({ status: 'REQUEST_STATUS_PENDING' });
		const { resetRequests } = await waiting();
		expect(resetRequests.map(({ requestUid }) => requestUid)).toContain(known.requestUid);
		expect(resetRequests.map(({ requestUid }) => requestUid)).not.toContain(unknown.requestUid);
		expect(await outcome(decideReset(unknown.requestUid, true))).toBe('missing');
		// With two members of one name, nobody can say which of them asks.
		await world.member(`Twin`);
		await world.database.writer.member.create({
			data: {
				uid: `mem_twin${asked}`,
				name: 'twín',
				email: '',
				emailFolded: `twin2.${asked}`,
				role: 'ROLE_MEMBER',
				passwordHash: '',
				createdAt: world.now()
			}
		});
		const twin = await reset('TWIN');
		expect((await waiting()).resetRequests.map(({ requestUid }) => requestUid)).not.toContain(
			twin.requestUid
		);
		await world.ask(members.removeMember, ada, { memberUid: `mem_twin${asked}` });
		const only = await reset('TWIN');
		expect((await waiting()).resetRequests.map(({ requestUid }) => requestUid)).toContain(
			only.requestUid
		);
	});

	it('to join are answered alike for an email that a member already has', async () => {
		const known = await performed(world, requests.askToJoin, visitor, {
			name: 'Ben',
			email: 'ben@mill.test'
		});
		const unknown = await performed(world, requests.askToJoin, visitor, {
			name: 'Ben',
			email: 'new@mill.test'
		});
		expect(Object.keys(known.output)).toEqual(Object.keys(unknown.output));
		expect(known.issued.map(({ kind }) => kind)).toEqual(unknown.issued.map(({ kind }) => kind));
	});

	it('to join show an admin that a member has the email, however it is typed', async () => {
		const ask = (email: string) =>
			performed(world, requests.askToJoin, visitor, { name: 'Flo', email });
		await ask('BEN@mill.test');
		await ask('flo@mill.test');
		const { joinRequests } = await world.ask(requests.getRequestsToDecide, ada, {});
		const asFlo = joinRequests.filter(({ name }) => name === 'Flo');
		const taken = asFlo.filter(({ isEmailTaken }) => isEmailTaken);
		expect([asFlo.length, taken.map(({ email }) => email)]).toEqual([2, ['BEN@mill.test']]);
	});

	it('to join cannot be completed with a name that looks like a member’s', async () => {
		const { requestUid, client } = await join();
		await decideJoin(requestUid, true);
		for (const name of ['B\u00e9n', 'В\u0435n', 'Ben\u202e'])
			expect([
				name,
				await outcome(world.ask(requests.completeJoin, client, { requestUid, name, password }))
			]).toEqual([name, name.endsWith('\u202e') ? 'malformed' : 'exists']);
		expect(await outcome(complete(requestUid, client))).toBe('done');
	});

	it('are not needed to sign up while the settings let everyone in', async () => {
		const person = { name: 'Uma', email: `uma.${asked}@mill.test`, password };
		const signUp = (given: Partial<typeof person> = {}) =>
			outcome(world.ask(instance.signUp, visitor, { ...person, ...given }));
		const open = (publicSignup: boolean) =>
			world.ask(instance.replaceSettings, ada, { settings: { name: 'Mill Lane', publicSignup } });
		expect(await signUp()).toBe('forbidden');
		await open(true);
		expect(await signUp({ password: 'too short' })).toBe('malformed');
		expect(await signUp({ email: 'BEN@mill.test' })).toBe('exists');
		expect(await signUp({ name: 'B\u00e9n' })).toBe('exists');
		expect(await signUp()).toBe('done');
		const signedIn = await world.ask(members.signIn, visitor, { email: person.email, password });
		expect(signedIn.member).toMatchObject({
			name: 'Uma',
			role: 'ROLE_MEMBER',
			mustChangePassword: false
		});
		await open(false);
		expect(await signUp({ email: 'other@mill.test' })).toBe('forbidden');
		// Its password was hashed while everyone could still sign up.
		const late = { ...instance.signUp, prepare: async () => 'a hash' };
		const other = { ...person, name: 'Vic', email: 'other@mill.test' };
		expect(await outcome(world.ask(late, visitor, other))).toBe('forbidden');
	});
});
