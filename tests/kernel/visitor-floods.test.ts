// Everything that visitors can make grow is limited, and the limit of one network does not keep out visitors from others.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { newRows } from '../support/household.ts';
import { strangerAt, tally } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, password, providers, type World } from '../support/world.ts';

type Person = Awaited<ReturnType<World['member']>>;

const hour = 3_600_000;

describe.each(providers)('a flood of visitors on %s', (provider) => {
	let world: World;
	let ada: Person, ben: Person;
	let number = 0;
	beforeAll(async () => {
		world = await openWorld(provider);
		await world.database.writer.instance.create({
			data: { name: 'Mill Lane', publicSignup: true, createdAt: world.now() }
		});
		[ada, ben] = [await world.member('Ada', 'ROLE_ADMIN'), await world.member('Ben')];
	});
	beforeEach(async () => {
		await world.database.writer.joinRequest.deleteMany();
		await world.database.writer.resetRequest.deleteMany();
		world.setClock(new Date(world.now().getTime() + hour));
	});
	afterAll(() => world.close());

	const next = () => (number += 1);
	const network = () => `10.${next() >> 8}.${number & 255}.1`;
	const join = (from: string, given: { name?: string; email?: string; message?: string } = {}) =>
		world.ask(requests.askToJoin, strangerAt(from), {
			name: 'Dan',
			email: `dan${next()}@mill.test`,
			...given
		});
	const reset = (from: string, emailOrName = 'Ben') =>
		world.ask(requests.askForReset, strangerAt(from), { emailOrName });
	const signUp = (from: string) =>
		world.ask({ ...instance.signUp, prepare: async () => 'a hash' }, strangerAt(from), {
			name: `Newcomer ${next()}`,
			email: `new${number}@mill.test`,
			password
		});
	const waiting = () => world.ask(requests.getRequests, ada, {});

	it('leaves at most 100 requests to join, from however many networks, and each decision makes room for one more', async () => {
		const rows = newRows(world.now());
		for (let count = 0; count < 98; count += 1) rows.joinRequest();
		await rows.write(world.database);
		const last = await tally(Array.from({ length: 5 }, () => join(network())));
		expect(last).toEqual({ answered: 2, 'too-many': 3 });
		const { joinRequests } = await waiting();
		expect(joinRequests.length).toBe(100);
		const { requestUid = '' } = joinRequests[0] ?? {};
		await world.ask(requests.decideJoin, ada, { requestUid, approve: false });
		expect(await outcome(join(network()))).toBe('done');
		await expect(join(network())).rejects.toMatchObject({ kind: 'too-many', retryAfter: 3600 });
	});

	it('may leave 10 requests an hour from one network, of every kind together, also at once', async () => {
		const [flooder, other] = [network(), network()];
		const kinds = [join, reset, signUp, (from: string) => reset(from, 'Nobody')];
		const asked = Array.from({ length: 24 }, (_, index) => kinds[index % kinds.length]?.(flooder));
		expect(await tally(asked.flatMap((one) => one ?? []))).toEqual({
			answered: 10,
			'too-many': 14
		});
		const refused: unknown = await reset(flooder).catch((reason: unknown) => reason);
		expect(refused).toMatchObject({
			kind: 'too-many',
			retryAfter: 3600,
			message: 'Too many attempts. Try again in 60 minutes.'
		});
		for (const kind of kinds) expect(await outcome(kind(other))).toBe('done');
		world.setClock(new Date(world.now().getTime() + hour));
		expect(await outcome(reset(flooder))).toBe('done');
	});

	it('from one /64 of IPv6 counts as one network', async () => {
		const from = (host: number) => `2001:db8:${provider.length}:7::${host.toString(16)}`;
		const asked = Array.from({ length: 14 }, (_, host) => reset(from(host + 1)));
		expect(await tally(asked)).toEqual({ answered: 10, 'too-many': 4 });
	});

	it('for one member leaves five resets, and the member’s own is among them', async () => {
		const hers = await reset(network(), 'Ada');
		world.setClock(new Date(world.now().getTime() + 1000));
		const own = await reset(network());
		const flooder = network();
		for (let count = 0; count < 9; count += 1) {
			world.setClock(new Date(world.now().getTime() + 1000));
			await reset(flooder);
		}
		const { resetRequests } = await waiting();
		expect(resetRequests.length).toBe(1 + 5);
		expect(resetRequests.slice(0, 2)).toMatchObject([
			{ requestUid: hers.requestUid },
			{ requestUid: own.requestUid, member: { uid: ben.member.uid } }
		]);
	});

	it('for one member leaves five resets, also from many networks at once', async () => {
		await Promise.all(Array.from({ length: 16 }, () => reset(network())));
		expect((await waiting()).resetRequests.length).toBe(5);
	});

	it('for one member displaces older requests, which their senders still see as pending', async () => {
		const flooder = network();
		const first = await reset(flooder);
		for (let count = 0; count < 6; count += 1) {
			world.setClock(new Date(world.now().getTime() + 1000));
			await reset(flooder);
		}
		const { requestUid } = first;
		expect((await waiting()).resetRequests.map((one) => one.requestUid)).not.toContain(requestUid);
		expect(await world.ask(requests.getResetRequest, strangerAt(flooder), { requestUid })).toEqual({
			status: 'REQUEST_STATUS_PENDING'
		});
	});

	it('leaves at most 1,000 resets, for known and unknown people, and keeps those that an admin approved and what tells of others', async () => {
		const rows = newRows(new Date(world.now().getTime() - 60_000));
		const approved = rows.resetRequest(ben.member.uid, {
			state: 'APPROVED',
			createdAt: new Date(world.now().getTime() - hour)
		});
		for (let count = 0; count < 1200; count += 1)
			rows.resetRequest(count % 2 === 0 ? null : ben.member.uid, { state: 'IGNORED' });
		await rows.write(world.database);
		const noticesOf = (targetUid: string) =>
			world.database.reader.activity.count({ where: { targetUid } });
		const aside = await join(network());
		const { requestUid } = await reset(network());
		expect([await noticesOf(aside.requestUid), await noticesOf(requestUid)]).toEqual([1, 1]);
		const left = await world.database.reader.resetRequest.findMany({ select: { uid: true } });
		expect(left.length).toBe(1001);
		expect(left.map(({ uid }) => uid)).toEqual(expect.arrayContaining([approved, requestUid]));
	});

	it('is shown to an admin in limited numbers, with the check phrase of each reset', async () => {
		const rows = newRows(world.now());
		for (let count = 0; count < 3000; count += 1) {
			rows.joinRequest();
			rows.resetRequest(ben.member.uid);
		}
		await rows.write(world.database);
		const { joinRequests, resetRequests } = await world.ask(requests.getRequestsToDecide, ada, {});
		expect([joinRequests.length, resetRequests.length]).toEqual([100, 500]);
		expect(new Set(resetRequests.map(({ checkPhrase }) => checkPhrase)).size).toBeGreaterThan(400);
	});

	it.each([
		['name', 100],
		['email', 254],
		['message', 1000]
	])('sends four code units a character at most in its %s', async (field, most) => {
		const heap = 'a' + '\u0301'.repeat(most * 4);
		const text = field === 'email' ? `${heap}@mill.test` : heap;
		expect(await outcome(join(network(), { [field]: text }))).toBe('malformed');
		expect(await outcome(reset(network(), `a${'\u0301'.repeat(254 * 4)}`))).toBe('malformed');
	});
});
