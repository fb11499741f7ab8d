// Random requests from the published document, by every kind of caller: none is answered with a fault (500), and every answer
// is one that the document promises (the client throws on others). `npm run test:fuzz` sends a hundred thousand.
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { newRows, openHouse } from '../support/household.ts';
import { clientOf } from '../support/client.ts';
import { isLong, note } from '../support/figures.ts';
import { madeRequests, valueOf, type Made } from '../support/made-requests.ts';
import { moveIn, secrets } from '../support/fixture-household.ts';
import { providers } from '../support/world.ts';

const total = isLong ? 100_000 : 2_000;
/** How many requests are sent before the household is rebuilt, since some of them delete much of it. */
const onOne = 250;
const atOnce = 8;

type House = Awaited<ReturnType<typeof openHouse>>;

describe('requests made from the document', () => {
	it('have texts that fit the pattern of their field', () => {
		for (const [name, pattern] of [
			['to', String.raw`^\d{4}-\d\d-\d\d$`],
			['label', String.raw`^[^\x00-\x1f]*\p{L}[^\x00-\x1f]*$`]
		] as const)
			for (const text of fc.sample(valueOf(name, { type: 'string', pattern }), 500))
				expect(text, name).toMatch(new RegExp(pattern, 'u'));
	});

	it.each(isLong ? providers : providers.slice(0, 1))(
		'are answered as the document says, and never with a fault, on %s',
		{ timeout: 3_600_000 },
		async (provider) => {
			const house = await openHouse(provider, { LOG_LEVEL: 'silent' });
			const statuses = new Map<number, number>();
			const ids = new Set<string>();
			const each = isLong ? total / providers.length : total;
			try {
				for (let sent = 0; sent < each; sent += onOne) {
					const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
					const callers = await inhabit(house);
					const made = fc.sample(fc.tuple(madeRequests(), fc.nat()), { seed, numRuns: onOne });
					await sendAll(made, async ([request, number]) => {
						const [who, client] = callers[number % callers.length] ?? [];
						if (!client) return;
						const again = `FUZZ_SEED=${seed}, ${String(who)} sends ${inWords(request)}`;
						const { status, text } = await clientOf(house.origin, client)
							.send(request.method, request.path, request.sent)
							.catch((error: unknown) => {
								throw new Error(`${String(error)}\n${again}`, { cause: error });
							});
						if (status >= 500) throw new Error(`answered ${status}: ${text}\n${again}`);
						statuses.set(status, (statuses.get(status) ?? 0) + 1);
						ids.add(request.id);
					});
				}
			} finally {
				await house.close();
			}
			// The requests reach most operations, and enough of them succeed.
			expect(ids.size).toBeGreaterThan(60);
			expect(statuses.get(200) ?? 0).toBeGreaterThan(each / 20);
			const seen = [...statuses].sort(([one], [other]) => one - other);
			note(`fuzz on ${provider}`, {
				requests: each,
				...Object.fromEntries(seen.map(([status, count]) => [`× ${status}`, count]))
			});
		}
	);
});

type Known = NonNullable<Parameters<typeof clientOf>[1]>;

/** Resets the household Mill Lane. Returns a caller of each kind. */
async function inhabit(house: House): Promise<[name: string, known: Known][]> {
	await moveIn(house.database);
	const rows = newRows();
	const { groceries, ada, ben } = exampleUids;
	const passer = rows.member('Passer-by');
	const newcomer = rows.member('Newcomer', { mustChangePassword: true });
	const leaver = rows.member('Leaver');
	const elsewhere = rows.list(ben);
	const revoked = rows.token(ada);
	const only = (ability: 'read' | 'write' | 'delete') => ({
		bearer: rows.token(ada, { abilities: [ability] }).secret
	});
	const browser = (uid: string) => ({ cookies: { hearth_session: rows.session(uid) } });
	const admin: [string, Known] = ['Ada', { cookies: { hearth_session: secrets.session } }];
	const callers: [string, Known][] = [
		['a visitor', {}],
		// The caller who may do everything is drawn more often, so that fewer requests end at authorisation.
		...Array.from({ length: 8 }, () => admin),
		['Ada', { cookies: { hearth_session: secrets.session, hearth_refresh: secrets.refresh } }],
		["Ada's pair", { bearer: rows.pair(ada) }],
		['a token for all', { bearer: rows.token(ada).secret }],
		['a token for the list', { bearer: rows.token(ada, { lists: [groceries] }).secret }],
		['a token that may read', only('read')],
		['a token that may write', only('write')],
		['a token that may delete', only('delete')],
		['a token for another list', { bearer: rows.token(ben, { lists: [elsewhere] }).secret }],
		['Ben', browser(ben)],
		['a passer-by', browser(passer)],
		['somebody with a temporary password', browser(newcomer)],
		['the client that asked', { cookies: { hearth_request: secrets.request } }],
		['an expired token', { bearer: rows.token(ada, { expiresAt: new Date(0) }).secret }],
		['a revoked token', { bearer: revoked.secret }],
		['a removed member', browser(leaver)],
		["a removed member's token", { bearer: rows.token(leaver).secret }],
		['nonsense', { bearer: 'hearth_', cookies: { hearth_session: '%ff' } }]
	];
	await rows.write(house.database);
	const client = clientOf(house.origin, admin[1]);
	expect((await client.delete(`/access-tokens/${revoked.uid}`)).status).toBe(200);
	expect((await client.delete(`/members/${leaver}`)).status).toBe(200);
	return callers;
}

/** Sends some at a time. The first failure ends it. */
async function sendAll<Each>(all: Each[], send: (one: Each) => Promise<void>): Promise<void> {
	const waiting = all.values();
	const work = async () => {
		for (const one of waiting) await send(one);
	};
	await Promise.all(Array.from({ length: atOnce }, work));
}

const inWords = ({ method, path, sent }: Made): string =>
	`${method} ${path.slice(0, 300)} ${JSON.stringify(sent).slice(0, 1000)}`;
