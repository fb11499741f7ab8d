// The same answer in the same time for known and unknown people: at sign-in, when asking to join, and when asking for a
// new password. Medians of interleaved tries, so that a noisy machine is noisy to both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/lib/server/kernel/passwords.ts';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { providers } from '../support/world.ts';

const pairs = isLong ? 200 : 25;
/** How far the medians may be apart; a few tries on a busy machine say less. */
const tolerance = isLong ? 0.05 : 0.5;

describe.each(providers)(
	'a stranger who asks on %s learns nothing of who lives here',
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

		/** From another network each time, as far as one may ask often enough. */
		async function from(path: string, json: object) {
			networks += 1;
			// As many wait at most; nobody here decides about them.
			await cast.database.writer.joinRequest.deleteMany();
			const network = `127.3.${networks >> 8}.${networks & 255}`;
			return cast.visitor.send('POST', `/api/v1${path}`, { json, from: network });
		}

		/** Noise passes by, a difference stays: it has to show three times. */
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
				// Whoever comes second each time may find the machine warmer.
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
