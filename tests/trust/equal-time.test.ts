// Known and unknown people get the same answer in the same time: at sign-in, when asking to join, and when asking for a
// new password. Compares the medians of interleaved tries, so that noise of the machine affects both alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { providers } from '../support/world.ts';

const pairs = isLong ? 200 : 25;
/** How far the medians may be apart, as a share. Few tries on a busy machine are less precise. */
const tolerance = isLong ? 0.05 : 0.5;

describe.each(providers)(
	'a visitor on %s cannot find out who is a member',
	{ timeout: 20_000 + 2000 * pairs },
	(provider) => {
		let cast: Cast;
		let known: string[];
		let networks = 0;

		beforeAll(async () => {
			cast = await openCast(provider);
			networks = 0;
			known = Array.from({ length: pairs }, (_, number) => `known${number}@mill.test`);
			const passwordHash = await hashPassword('a password of theirs');
			await cast.write((rows) =>
				known.map((email) => rows.member('Known', { email, emailFolded: email, passwordHash }))
			);
		});
		afterAll(() => cast.close());

		it('from the time it takes to sign in', () =>
			alike('sign-in', (email) =>
				from('/auth/sign-in', { email, password: 'not their password' })
			));

		it('from the time it takes to ask to join', () =>
			alike('join', (email) =>
				from('/auth/join-requests', { name: 'Somebody', email, message: '' })
			));

		it('from the time it takes to ask for a new password', () =>
			alike('reset', (email) => from('/auth/reset-requests', { emailOrName: email })));

		/** Sends from another network each time, because of the limit for each network. */
		async function from(path: string, json: object) {
			networks += 1;
			// The number of pending requests is limited, and no admin decides about them here.
			await cast.database.writer.joinRequest.deleteMany();
			const network = `127.3.${networks >> 8}.${networks & 255}`;
			return cast.visitor.send('POST', `/api/v1${path}`, { json, from: network });
		}

		/** Fails only if the times differ in three runs: noise passes, a real difference stays. */
		async function alike(what: string, ask: Ask): Promise<void> {
			const ratios: number[] = [];
			do ratios.push(await ratioOf(ask));
			while (Math.abs((ratios.at(-1) ?? 0) - 1) >= tolerance && ratios.length < 3);
			note(`same time, ${what}, ${provider}`, {
				pairs,
				ratio: ratios.at(-1) ?? 0,
				tries: ratios.length
			});
			expect(
				Math.min(...ratios.map((ratio) => Math.abs(ratio - 1))),
				ratios.join(', ')
			).toBeLessThan(tolerance);
		}

		async function ratioOf(ask: Ask): Promise<number> {
			const took: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
			const statuses = new Set<number>();
			await ask('first@mill.test');
			for (const [index, email] of known.entries()) {
				// Alternate which comes first, since the second may profit from warm caches.
				const turns = [['known', email] as const, ['unknown', `un${email}`] as const];
				for (const [kind, address] of index % 2 === 0 ? turns : turns.toReversed()) {
					const answer = await ask(address);
					took[kind].push(answer.took);
					statuses.add(answer.status);
				}
			}
			expect(statuses.size).toBe(1);
			return median(took.known) / median(took.unknown);
		}
	}
);

type Ask = (email: string) => Promise<{ took: number; status: number }>;

function median(all: number[]): number {
	return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
}
