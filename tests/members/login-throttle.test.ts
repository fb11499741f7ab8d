// How often passwords may be guessed: by one network for one account, by one network for all accounts, by all networks for one account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryPassword } from '$lib/server/members/try-password.ts';
import { command, operations } from '../../src/lib/server/kernel/operation.ts';
import { QueueRefused } from '../../src/lib/server/kernel/fair-queue.ts';
import { z } from 'zod';
import { strangerAt, tally } from '../support/credentials.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const minute = 60_000;

describe.each(providers)('guesses at passwords on %s', (provider) => {
	let world: World;
	let now = Date.parse('2031-03-01T09:00:00.000Z');
	beforeAll(async () => {
		world = await openWorld(provider);
		pass(0);
	});
	afterAll(() => world.close());

	const pass = (milliseconds: number) => world.setClock(new Date((now += milliseconds)));

	/** A sign-in without hashing: `right`, `wrong`, or `refused` because the queue of password hashes is full. */
	const guess = (account: string, from: string, what: 'right' | 'wrong' | 'refused' = 'wrong') =>
		world.ask(
			operations({
				guess: command({
					summary: 'Tries a password.',
					access: { who: 'visitor' },
					input: z.object({}),
					output: z.object({ isRight: z.boolean() }),
					prepare: (before) =>
						tryPassword(before, account, async () => {
							if (what === 'refused') throw new QueueRefused();
							return what === 'right';
						}),
					run: async (_unit, _input, isRight) => ({ isRight })
				})
			}).guess,
			strangerAt(from),
			{}
		);
	const times = async (count: number, ask: (index: number) => Promise<unknown>) => {
		const asked = [];
		for (let index = 0; index < count; index += 1) asked.push(...(await settled(ask(index))));
		return tally(asked);
	};

	it('from one network are limited to 50 in ten minutes, over all accounts', async () => {
		const asked = await times(60, (index) => guess(`account ${index}`, '192.0.2.20'));
		expect(asked).toEqual({ answered: 50, 'too-many': 10 });
		expect(await tally([guess('another', '192.0.2.20', 'right')])).toEqual({ 'too-many': 1 });
		expect(await tally([guess('another', '192.0.2.21', 'right')])).toEqual({ answered: 1 });
		pass(10 * minute);
		expect(await tally([guess('another', '192.0.2.20', 'right')])).toEqual({ answered: 1 });
	});

	it('from one network at many accounts are all counted, also at once', async () => {
		await times(45, (index) => guess(`one ${index}`, '192.0.2.22'));
		const asked = Array.from({ length: 12 }, (_, index) => guess(`two ${index}`, '192.0.2.22'));
		expect(await tally(asked)).toEqual({ answered: 5, 'too-many': 7 });
	});

	it('from one /64 of IPv6 count as from one network', async () => {
		const from = (host: number) => `2001:db8:0:${provider.length}::${host.toString(16)}`;
		expect(await times(12, (index) => guess('six', from(index + 1)))).toEqual({
			answered: 10,
			'too-many': 2
		});
	});

	it('after 100 wrong ones in a row are limited to three an hour for each network, and a right one still opens', async () => {
		const networks = await times(100, (index) => guess('ada', `198.51.100.${index >> 2}`));
		expect(networks).toEqual({ answered: 100 });
		expect(await times(5, () => guess('ada', '203.0.113.1'))).toEqual({
			answered: 3,
			'too-many': 2
		});
		pass(11 * minute);
		expect(await times(1, () => guess('ada', '203.0.113.1'))).toEqual({ 'too-many': 1 });
		expect(await times(1, () => guess('ben', '203.0.113.1'))).toEqual({ answered: 1 });
		expect(await times(1, () => guess('ada', '203.0.113.2', 'right'))).toEqual({ answered: 1 });
		// A right password resets the count.
		expect(await times(11, () => guess('ada', '203.0.113.3'))).toEqual({
			answered: 10,
			'too-many': 1
		});
	});

	it('that were counted while the clock was ahead no longer count once the clock is right', async () => {
		const year = 365 * 24 * 60 * minute;
		pass(year);
		expect(await times(11, () => guess('clock', '192.0.2.30'))).toMatchObject({ 'too-many': 1 });
		pass(-year);
		expect(await times(11, () => guess('clock', '192.0.2.30'))).toEqual({
			answered: 10,
			'too-many': 1
		});
	});

	it('are counted together by two nodes whose clocks are two minutes apart', async () => {
		const byTurns = async (index: number) => {
			const ahead = index % 2 === 0 ? 2 * minute : 0;
			pass(ahead);
			await guess('nodes', '192.0.2.31').finally(() => pass(-ahead));
		};
		expect(await times(12, byTurns)).toEqual({ answered: 10, 'too-many': 2 });
	});

	it('that found no place in the queue do not count', async () => {
		expect(await times(12, () => guess('queue', '192.0.2.40', 'refused'))).toEqual({
			'too-many': 12
		});
		expect(await times(1, () => guess('queue', '192.0.2.40', 'right'))).toEqual({ answered: 1 });
	});
});

/** Waits until the promise is settled and returns it, so that guesses run one after the other. */
async function settled(asked: Promise<unknown>): Promise<Promise<unknown>[]> {
	await asked.catch(() => undefined);
	return [asked];
}
