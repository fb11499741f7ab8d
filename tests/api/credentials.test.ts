// First run, signing in and out, passwords and tokens, from end to end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { attributesOf, expectError, part, record } from '../support/answers.ts';
import { openCast, openHouse, password, type Cast } from '../support/household.ts';
import { clientOf, type Client } from '../support/client.ts';
import { providers } from '../support/world.ts';

const another = 'another horse battery staple';

/** Hashing a password is slow on purpose, and the machine may be busy. */
const slowly = { timeout: 120_000 };

describe.each(providers)('first run on %s', (provider) => {
	it('makes one admin, also with twenty requests at once, and never another', slowly, async () => {
		const house = await openHouse(provider);
		try {
			const crowd = Array.from({ length: 20 }, () => clientOf(house.origin));
			expect((await crowd[0]?.get('/instance'))?.body).toMatchObject({
				needsSetup: true,
				name: '',
				publicSignup: false
			});
			const setUp = (client: Client, number: number) =>
				client.post('/instance:setup', {
					instanceName: `House ${number}`,
					name: `Person ${number}`,
					email: `p${number}@mill.test`,
					password
				});
			const answers = await Promise.all(crowd.map(setUp));
			const statuses = answers.map(({ status }) => status);
			expect(statuses.filter((status) => status === 200)).toHaveLength(1);
			// Two passwords are hashed at a time, and eight more of one network may wait. The rest are answered 429.
			expect(statuses.filter((status) => status === 409 || status === 429)).toHaveLength(19);
			for (const answer of answers) if (answer.status === 429) expectError(answer, 429, 8);
			for (const answer of answers) if (answer.status === 409) expectError(answer, 409, 6);
			expect(await house.database.reader.member.findMany({ select: { role: true } })).toEqual([
				{ role: 'ROLE_ADMIN' }
			]);
			expect(await house.database.reader.session.count()).toBe(1);
			const late = clientOf(house.origin);
			expectError(await setUp(late, 21), 409, 6);
			expect((await late.get('/instance')).body).toMatchObject({ needsSetup: false });
			const winner = answers.findIndex(({ status }) => status === 200);
			const [cookie = ''] = answers[winner]?.cookies ?? [];
			expect([cookie.split('=')[0], ...attributesOf(cookie)]).toEqual([
				'hearth_session',
				'httponly',
				'path=/',
				'samesite=lax'
			]);
			expect(part((await crowd[winner]?.get('/auth/me'))?.body, 'member')).toMatchObject({
				role: 'ROLE_ADMIN',
				mustChangePassword: false
			});
		} finally {
			await house.close();
		}
	});

	it(
		'marks the cookie as secure where the browser uses https, and requires a good password',
		slowly,
		async () => {
			const house = await openHouse(provider, { SETUP_CODE: 'the-code-of-a-test' });
			try {
				const first = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };
				const client = clientOf(house.origin);
				for (const wrong of [
					{ password: 'fourteen chars' },
					{ email: 'ada' },
					{ instanceName: ' ' },
					{ name: '' },
					{ password: 'a'.repeat(257) }
				])
					expectError(await client.post('/instance:setup', { ...first, ...wrong }), 400, 3);
				const code = { setupCode: 'the-code-of-a-test' };
				const { status, cookies } = await client.post(
					'/instance:setup',
					{ ...first, ...code },
					{
						origin: 'https://lists.example.org',
						host: 'lists.example.org',
						'x-forwarded-proto': 'https'
					}
				);
				const [cookie = ''] = cookies;
				expect(status).toBe(200);
				expect([cookie.split('=')[0], ...attributesOf(cookie)]).toEqual([
					'__Host-hearth_session',
					'httponly',
					'path=/',
					'samesite=lax',
					'secure'
				]);
				expect((await client.get('/auth/me')).status).toBe(200);
			} finally {
				await house.close();
			}
		}
	);
});

describe.each(providers)('credentials on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => void (cast = await openCast(provider)));
	afterAll(async () => void (await cast.close()));

	/** A member with a token pair, and a client that keeps the refresh cookie. */
	async function pairOf(name: string) {
		const person = await cast.person(name);
		const { email } = await cast.database.reader.member.findUniqueOrThrow({
			where: { uid: person.uid }
		});
		const client = clientOf(cast.origin);
		const answer = await client.post('/auth/sign-in', { email, password });
		expect(answer.status).toBe(200);
		return {
			person,
			email,
			client,
			answer,
			bearer: { authorization: `Bearer ${String(record(answer.body).accessToken)}` }
		};
	}

	const worksAs = async (bearer: unknown) =>
		(await cast.bearer(String(bearer)).get('/auth/me')).status;

	describe('a pair', () => {
		it('is a short-lived token in the body and a refresh token in a cookie that script cannot read', async () => {
			const { answer, email, person } = await pairOf('Cleo');
			expect(Object.keys(record(answer.body)).sort()).toEqual([
				'accessToken',
				'expiresAt',
				'member'
			]);
			expect(part(answer.body, 'member')).toMatchObject({
				uid: person.uid,
				email,
				role: 'ROLE_MEMBER'
			});
			const lasts = Date.parse(String(record(answer.body).expiresAt)) - Date.now();
			expect(lasts / 60_000).toBeGreaterThan(13);
			expect(lasts / 60_000).toBeLessThanOrEqual(15);
			const [cookie = '', ...others] = answer.cookies;
			expect(others).toEqual([]);
			expect(attributesOf(cookie)).toEqual(['httponly', 'path=/api/v1/auth', 'samesite=strict']);
			expect(answer.text).not.toContain(cookie.split(/[=;]/)[1]);
			expect(await worksAs(record(answer.body).accessToken)).toBe(200);
		});

		it('finds its member whatever the case of the email', async () => {
			const { email } = await pairOf('Dora');
			expect(
				(await cast.visitor.post('/auth/sign-in', { email: ` ${email.toUpperCase()} `, password }))
					.status
			).toBe(200);
		});

		it('is renewed with its cookie, which is replaced', async () => {
			const { client, answer } = await pairOf('Emil');
			const renewed = await client.post('/auth/refresh');
			expect(renewed.status).toBe(200);
			expect(Object.keys(record(renewed.body)).sort()).toEqual(['accessToken', 'expiresAt']);
			expect(renewed.cookies[0]?.split(';')[0]).not.toBe(answer.cookies[0]?.split(';')[0]);
			expect(attributesOf(renewed.cookies[0] ?? '')).toEqual([
				'httponly',
				'path=/api/v1/auth',
				'samesite=strict'
			]);
			expect(await worksAs(record(renewed.body).accessToken)).toBe(200);
			expectError(await clientOf(cast.origin).post('/auth/refresh'), 401, 16);
		});

		it('yields the same successor to two concurrent refreshes, and ends when an old refresh token is sent again', async () => {
			const { client, answer, person } = await pairOf('Finn');
			const cookie = answer.cookies[0]?.split(';')[0] ?? '';
			const refresh = () =>
				cast.visitor.post('/auth/refresh', undefined, { cookie, origin: cast.origin });
			const successors = (await Promise.all([refresh(), refresh(), refresh()])).map(
				({ status, cookies }) => [status, cookies[0]?.split(';')[0]]
			);
			expect(new Set(successors.map(String)).size).toBe(1);
			expect(successors[0]?.[0]).toBe(200);
			const successor = String(successors[0]?.[1]);
			await cast.database.writer.refreshToken.updateMany({
				where: { pair: { memberUid: person.uid }, replacedAt: { not: null } },
				data: { replacedAt: new Date(Date.now() - 11_000) }
			});
			expectError(await refresh(), 401, 16);
			expectError(
				await cast.visitor.post('/auth/refresh', undefined, {
					cookie: successor,
					origin: cast.origin
				}),
				401,
				16
			);
			expect(await worksAs(record(answer.body).accessToken)).toBe(401);
			client.jar.clear();
			cast.visitor.jar.clear();
		});

		it('ends with its sign-out, once and for all, and a second sign-out is fine', async () => {
			const { client, answer, bearer } = await pairOf('Gita');
			expect((await client.post('/auth/sign-out', undefined, bearer)).body).toEqual({});
			expect(await worksAs(record(answer.body).accessToken)).toBe(401);
			const cookie = answer.cookies[0]?.split(';')[0] ?? '';
			expectError(
				await cast.visitor.post('/auth/refresh', undefined, { cookie, origin: cast.origin }),
				401,
				16
			);
			expect((await client.post('/auth/sign-out', undefined, bearer)).status).toBe(200);
			expect((await client.post('/auth/sign-out')).status).toBe(200);
		});

		it('ends by its refresh cookie when the access token has run out already', async () => {
			const { client, person } = await pairOf('Hugo');
			await cast.database.writer.pairAccessToken.updateMany({
				where: { pair: { memberUid: person.uid } },
				data: { expiresAt: new Date(0) }
			});
			expect((await client.post('/auth/sign-out')).status).toBe(200);
			expect(await cast.database.reader.pair.count({ where: { memberUid: person.uid } })).toBe(0);
		});
	});

	describe('a session', () => {
		it('ends with its sign-out, and a second sign-out is fine', async () => {
			const person = await cast.person('Ida');
			const cookie = `hearth_session=${person.secret}`;
			const out = await person.post('/auth/sign-out');
			expect([out.status, ...person.jar.keys()]).toEqual([200, 'hearth_ended']);
			expectError(await cast.visitor.get('/auth/me', undefined, { cookie }), 401, 16);
			expect(
				(await cast.visitor.post('/auth/sign-out', undefined, { cookie, origin: cast.origin }))
					.status
			).toBe(200);
			expect((await person.post('/auth/sign-out')).status).toBe(200);
		});

		it('is listed, and can be ended from another one', async () => {
			const person = await cast.person('Jon');
			const other = await cast.write((rows) => rows.session(person.uid, { device: 'the tablet' }));
			const listed = part((await person.get('/sessions')).body, 'sessions');
			const tablet = [listed]
				.flat()
				.map(record)
				.find(({ device }) => device === 'the tablet');
			expect(tablet).toMatchObject({ isCurrent: false });
			expect((await person.delete(`/sessions/${String(tablet?.uid)}`)).status).toBe(200);
			expectError(
				await cast.visitor.get('/auth/me', undefined, { cookie: `hearth_session=${other}` }),
				401,
				16
			);
			expect((await person.get('/auth/me')).status).toBe(200);
		});

		it('expires', async () => {
			const { secret } = await cast.write((rows) => ({
				secret: rows.session(cast.ben.uid, { expiresAt: new Date(Date.now() - 1000) })
			}));
			expectError(
				await cast.visitor.get('/auth/me', undefined, { cookie: `hearth_session=${secret}` }),
				401,
				16
			);
		});

		it('empties its browser once it was ended, and not as it expires while the browser still has it', async () => {
			const empties = async (secret: string) => {
				const cookie = `hearth_session=${secret}`;
				const { headers } = await cast.visitor.send('GET', '/sign-in', { headers: { cookie } });
				return 'x-session-ended' in headers;
			};
			const { expired, valid } = await cast.write((rows) => ({
				expired: rows.session(cast.ben.uid, { expiresAt: new Date(Date.now() - 1000) }),
				valid: rows.session(cast.ben.uid)
			}));
			expect(await empties(expired)).toBe(false);
			await clientOf(cast.origin, { cookies: { hearth_session: valid } }).post('/auth/sign-out');
			expect(await empties(valid)).toBe(true);
		});
	});

	describe('a header', () => {
		it('with a bad bearer never falls back to the cookie', async () => {
			for (const authorization of [
				'Bearer',
				'Bearer ',
				'bearer hearth_nothing',
				'BEARER hearthpair_nothing',
				`Bearer ${cast.ben.secret}`
			])
				expectError(await cast.ben.get('/auth/me', undefined, { authorization }), 401, 16);
		});

		it('that names another member refuses a session, also for a command that was sent before', async () => {
			const { uid } = cast.ben;
			const from = (member: string) => ({ 'x-member': member, 'Idempotency-Key': 'ben-or-ada' });
			const ask = (member: string) => cast.ben.post('/lists', { name: 'a' }, from(member));
			expectError(await ask(cast.ada.uid), 401, 16);
			expect((await ask(uid)).status).toBe(200);
			expectError(await ask(cast.ada.uid), 401, 16);
			expectError(await cast.ben.get('/lists', undefined, from(cast.ada.uid)), 401, 16);
			expectError(await cast.ben.get('/lists', undefined, from('')), 401, 16);
		});

		it('of another scheme is ignored, since it may be for a proxy in front', async () => {
			for (const authorization of ['Basic YWRhOmFkYQ==', 'Digest username="ada"', 'Negotiate a']) {
				expect((await cast.ben.get('/auth/me', undefined, { authorization })).status).toBe(200);
				expectError(await cast.visitor.get('/auth/me', undefined, { authorization }), 401, 16);
				expectError(
					await cast.ben.post(
						'/lists',
						{ name: 'a' },
						{ authorization, origin: 'https://evil.test' }
					),
					403,
					7
				);
			}
		});
	});

	describe('a password', () => {
		it('that is changed ends every other session and pair at once', async () => {
			const { person, bearer, client, email } = await pairOf('Kim');
			const [elsewhere, token] = await cast.write(
				(rows) => [rows.session(person.uid), rows.token(person.uid).secret] as const
			);
			const change = (currentPassword: string, newPassword: string) =>
				person.post('/auth/password', { currentPassword, newPassword });
			expectError(await change('not it at all, no', another), 400, 3);
			expectError(await change(password, 'fourteen chars'), 400, 3);
			expect((await client.get('/auth/me', undefined, bearer)).status).toBe(200);
			expect(part((await change(password, another)).body, 'member')).toMatchObject({
				uid: person.uid,
				mustChangePassword: false
			});
			expect((await person.get('/auth/me')).status).toBe(200);
			expectError(await client.get('/auth/me', undefined, bearer), 401, 16);
			expectError(await client.post('/auth/refresh'), 401, 16);
			expectError(
				await cast.visitor.get('/auth/me', undefined, { cookie: `hearth_session=${elsewhere}` }),
				401,
				16
			);
			expect(await worksAs(token)).toBe(200);
			expectError(await cast.visitor.post('/auth/sign-in', { email, password }), 401, 16);
			expect((await cast.visitor.post('/auth/sign-in', { email, password: another })).status).toBe(
				200
			);
		});

		it('that is temporary allows nothing but to change it', async () => {
			const person = await cast.person('Lea', { mustChangePassword: true });
			expect(part((await person.get('/auth/me')).body, 'member')).toMatchObject({
				mustChangePassword: true
			});
			for (const path of ['/lists', '/sessions', '/members', '/activity'])
				expectError(await person.get(path), 403, 7);
			expect(
				(await person.post('/auth/password', { currentPassword: password, newPassword: another }))
					.status
			).toBe(200);
			expect((await person.get('/lists')).status).toBe(200);
		});

		it('that is wrong too often is refused for a while, only from this network and for this account', async () => {
			const person = await cast.person('Max');
			const { email } = await cast.database.reader.member.findUniqueOrThrow({
				where: { uid: person.uid }
			});
			const tryWith = (given: string, from?: string, headers = {}) =>
				cast.visitor.send('POST', '/api/v1/auth/sign-in', {
					json: { email, password: given },
					headers,
					...(from ? { from } : {})
				});
			for (let count = 0; count < 10; count++)
				expectError(await tryWith(`not it ${count}`), 401, 16);
			const refused = await tryWith(password);
			expectError(refused, 429, 8);
			expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
			expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
			expectError(await tryWith(password, undefined, { 'x-forwarded-for': '192.0.2.9' }), 429, 8);
			expect((await tryWith(password, '127.0.0.2')).status).toBe(200);
			expect((await person.get('/auth/me')).status).toBe(200);
		});

		it(
			// tests/trust/equal-time.test.ts compares the times of the answers.
			'that is wrong does not reveal whether a member has that email',
			slowly,
			async () => {
				const passwordHash = await hashPassword(password);
				const email = 'known@mill.test';
				await cast.write((rows) =>
					rows.member('Known', { email, emailFolded: email, passwordHash })
				);
				const texts = new Set<string>();
				for (const address of [email, `un${email}`]) {
					const answer = await cast.visitor.post('/auth/sign-in', {
						email: address,
						password: another
					});
					expectError(answer, 401, 16);
					texts.add(answer.text);
				}
				expect(texts.size).toBe(1);
			}
		);
	});

	describe('an access token', () => {
		const made = async (client: Client, given: Record<string, unknown> = {}) => {
			const answer = await client.post('/access-tokens', {
				name: 'tablet',
				abilities: { read: true },
				allLists: true,
				expiresAt: '',
				...given
			});
			expect(answer.status).toBe(200);
			return {
				uid: String(record(part(answer.body, 'token')).uid),
				secret: String(record(answer.body).secret)
			};
		};

		it('shows its secret once, and only its hash is stored', async () => {
			const { secret, uid } = await made(cast.ben);
			expect(secret).toMatch(/^hearth_[\w-]{43,}$/);
			expect((await cast.ben.get('/access-tokens')).text).not.toContain(secret);
			const row = await cast.database.reader.accessToken.findUniqueOrThrow({ where: { uid } });
			expect(JSON.stringify(row)).not.toContain(secret.slice('hearth_'.length));
			expect(await worksAs(secret)).toBe(200);
		});

		it.each([
			[{ abilities: {} }, 'abilities'],
			[{ abilities: { read: false } }, 'abilities'],
			[{ allLists: false }, 'listUids'],
			[{ allLists: false, listUids: [] }, 'listUids'],
			[{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
			[{ expiresAt: 'tomorrow' }, 'expiresAt'],
			[{ expiresAt: '2026-02-30T00:00:00Z' }, 'expiresAt'],
			[{ name: '' }, 'name']
		])('is not made of %j', async (wrong, field) => {
			const answer = await cast.ben.post('/access-tokens', {
				name: 'a',
				abilities: { read: true },
				allLists: true,
				expiresAt: '',
				...wrong
			});
			expectError(answer, 400, 3);
			expect(answer.text).toContain(`"field":"${field}`);
		});

		it('is told to its member the first time it is used, and shows when it was last used', async () => {
			const { secret, uid } = await cast.write((rows) =>
				rows.token(cast.ben.uid, { abilities: ['read'] })
			);
			for (let round = 0; round < 3; round += 1) await cast.bearer(secret).get('/lists');
			const lastUsedAt = async () => {
				const { tokens } = record((await cast.ben.get('/access-tokens')).body);
				const all = Array.isArray(tokens) ? tokens.map(record) : [];
				return String(all.find((token) => token.uid === uid)?.lastUsedAt);
			};
			await expect.poll(lastUsedAt).toMatch(/^\d{4}-/);
			const { activity } = record((await cast.ben.get('/activity')).body);
			const entries = Array.isArray(activity) ? activity.map(record) : [];
			expect(entries.filter(({ targetUid }) => targetUid === uid)).toMatchObject([
				{ kind: 'ACTIVITY_KIND_TOKEN_USED', unread: true }
			]);
		});

		it('ends when it expires, and with the first request after it was revoked', async () => {
			const soon = await made(cast.ben, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
			expect(await worksAs(soon.secret)).toBe(200);
			await cast.database.writer.accessToken.update({
				where: { uid: soon.uid },
				data: { expiresAt: new Date(Date.now() - 1) }
			});
			expect(await worksAs(soon.secret)).toBe(401);
			const { uid, secret } = await made(cast.ben);
			expect(await worksAs(secret)).toBe(200);
			expect((await cast.ben.delete(`/access-tokens/${uid}`)).status).toBe(200);
			expect(await worksAs(secret)).toBe(401);
			expectError(await cast.ben.delete(`/access-tokens/${uid}`), 404, 5);
		});

		it('adds a list that it creates to its scope, and what it added stays when it is revoked', async () => {
			const list = await cast.write((rows) => rows.list(cast.ben.uid));
			const { uid, secret } = await made(cast.ben, {
				name: 'robot',
				abilities: { read: true, write: true },
				allLists: false,
				listUids: [list]
			});
			const robot = cast.bearer(secret);
			const own = String(
				record(part((await robot.post('/lists', { name: 'Robots' })).body, 'list')).uid
			);
			const added = part((await robot.post(`/lists/${own}/items`, { label: 'oil' })).body, 'item');
			expect(added).toMatchObject({ addedViaToken: 'robot', addedByName: 'Ben' });
			expect(
				[part((await robot.get('/lists')).body, 'lists')]
					.flat()
					.map((shown) => record(shown).uid)
					.sort()
			).toEqual([list, own].sort());
			await cast.ben.delete(`/access-tokens/${uid}`);
			const kept = part((await cast.ben.get(`/items/${String(record(added).uid)}`)).body, 'item');
			expect(kept).toMatchObject({ label: 'oil', addedViaToken: '', addedByName: 'Ben' });
		});

		it('never reaches further than its member does', async () => {
			const { list, uid } = await cast.write((rows) => {
				const shared = rows.list(cast.ada.uid, {
					sharing: 'SHARING_SPECIFIC',
					members: [cast.ben.uid]
				});
				return { list: shared, uid: shared };
			});
			const { secret } = await made(cast.ben, { allLists: false, listUids: [list] });
			expect((await cast.bearer(secret).get(`/lists/${uid}`)).status).toBe(200);
			await cast.database.writer.listMember.deleteMany({ where: { listUid: uid } });
			expectError(await cast.bearer(secret).get(`/lists/${uid}`), 404, 5);
			expect((await cast.ben.get('/access-tokens')).text).not.toContain(uid);
		});
	});

	it('puts no hash and no secret into any answer, page or log line', slowly, async () => {
		const { answer } = await pairOf('Nora');
		const token = await cast.ben.post('/access-tokens', {
			name: 'a',
			abilities: { read: true },
			allLists: true,
			expiresAt: ''
		});
		const list = await cast.write((rows) =>
			rows.list(cast.ada.uid, { sharing: 'SHARING_INSTANCE' })
		);
		const item = await cast.write((rows) => rows.item(list));
		const told = [
			cast.ben.secret,
			String(record(token.body).secret),
			String(record(answer.body).accessToken),
			answer.cookies[0]?.split(/[=;]/)[1] ?? '',
			password
		];
		const secrets = [...told, ...(await hashes(cast))];
		expect(secrets.length).toBeGreaterThan(20);
		const gets = Object.values(catalogue).flatMap(({ address }) =>
			address?.startsWith('GET ') ? [address.slice(4)] : []
		);
		const api = gets.map(
			(path) =>
				`/api/v1${path.replace('{listUid}', list).replace('{itemUid}', item)}?to=2026-12-31&query=a`
		);
		const pages = [
			'/',
			`/lists/${list}`,
			`/items/${item}`,
			'/today',
			'/archive',
			'/settings',
			'/settings/account',
			'/settings/sessions',
			'/settings/tokens',
			'/settings/members',
			'/settings/requests',
			'/search?query=a',
			'/activity'
		];
		for (const path of [
			...api,
			...pages,
			...pages.map((page) => `${page === '/' ? '' : page.split('?')[0]}/__data.json`)
		])
			for (const client of [cast.ada, cast.ben]) {
				const { text } = await client.send('GET', path);
				expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
			}
		expect(secrets.filter((secret) => cast.server.output().includes(secret))).toEqual([]);
	});

	it(
		'ends every session and allows a new first run when an admin deletes the household',
		slowly,
		async () => {
			const house = await openCast(provider);
			try {
				expectError(
					await house.ben.post('/instance:delete', { password, instanceName: 'Mill Lane' }),
					403,
					7
				);
				expectError(
					await house.ada.post('/instance:delete', {
						password: another,
						instanceName: 'Mill Lane'
					}),
					400,
					3
				);
				expect(
					(await house.ada.post('/instance:delete', { password, instanceName: 'Mill Lane' })).body
				).toEqual({});
				expect((await house.visitor.get('/instance')).body).toMatchObject({
					needsSetup: true,
					name: ''
				});
				expectError(await house.ben.get('/auth/me'), 401, 16);
			} finally {
				await house.close();
			}
		}
	);
});

/** Every stored hash, and everything stored that would help to forge a secret. */
async function hashes({ database: { reader } }: Cast): Promise<string[]> {
	const members = await reader.member.findMany();
	const [sessions, pairs, refresh, tokens] = [
		await reader.session.findMany(),
		await reader.pairAccessToken.findMany(),
		await reader.refreshToken.findMany(),
		await reader.accessToken.findMany()
	];
	return [
		...members.map(({ passwordHash }) => passwordHash),
		...sessions.map(({ idHash }) => idHash),
		...pairs.map(({ hash }) => hash),
		...refresh.flatMap(({ hash, salt }) => [hash, salt]),
		...tokens.map(({ secretHash }) => secretHash)
	].filter((text) => text !== '');
}
