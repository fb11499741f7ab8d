// R3: the database fails at each call of each command in turn, and the command leaves nothing behind.
import type * as Argon2 from '@node-rs/argon2';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { pulseOf } from '../../src/lib/server/runtime/pulse.ts';
import { faulty, theFault, type Moment } from '../support/fault-injection.ts';
import { note } from '../support/figures.ts';
import { samples } from '../support/samples.ts';
import { lookInto } from '../support/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** Hundreds of attempts hash a password, so the hash is made cheap. */
vi.mock('@node-rs/argon2', async (original) => {
	const argon2 = await original<typeof Argon2>();
	return {
		...argon2,
		hash: (password: string) =>
			argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
	};
});

const commands = Object.values(catalogue).filter(({ kind }) => kind === 'command');

/** A wrong password is counted in a transaction of its own, so that the count outlives a rollback. */
const countedAllTheSame = ['WrongPassword'];

it('has a sample for every command of the catalogue', () => {
	expect(Object.keys(samples).sort()).toEqual(commands.map(({ name }) => name).sort());
});

describe.each(providers)('a fault of %s', (provider) => {
	let faults = 0;
	afterAll(() =>
		note(`R3 faults on ${provider}`, { commands: commands.length, faults, 'with an effect': 0 })
	);

	it.each(commands.map(({ name }) => name))(
		'at any database call of %s leaves nothing behind',
		async (name) => {
			const [operation, sample] = [catalogue[name], samples[name]];
			if (!operation || !sample) throw new Error(`${name} has no sample`);
			const world = await openWorld(provider);
			const look = await lookInto(world.databaseUrl);
			const { caller, input } = await sample(world);
			const { database, failAt, failed, mend } = faulty(world.database);
			const household = { ...world.household, database };
			const attempt = async () => {
				await forgetTries(world);
				return perform(household, operation, caller, () => input).then(
					() => 'done',
					(error: unknown) => error
				);
			};
			const before = await look.everything(countedAllTheSame);

			/** Lets this call fail and checks that nothing is left. False when the command has fewer calls and succeeds. */
			const leavesNothing = async (call: number, moment: Moment): Promise<boolean> => {
				failAt(call, moment);
				const outcome = await attempt();
				const happened = failed();
				mend();
				expect(outcome).toBe(happened ? theFault : 'done');
				if (!happened) return false;
				faults += 1;
				expect(await look.everything(countedAllTheSame)).toBe(before);
				expect(await pulseOf(database, 1000)).toBe('beats');
				return true;
			};
			let call = 1;
			while ((await leavesNothing(call, 'before')) && (await leavesNothing(call, 'after')))
				call += 1;
			// There is at least one write and the COMMIT.
			expect(call).toBeGreaterThan(2);

			// The command did change something in the end.
			expect(await look.everything(countedAllTheSame)).not.toBe(before);
			const next = await perform(household, lists.createList, await world.member('Zoe'), () => ({
				name: 'next'
			}));
			expect(next.output.list.name).toBe('next');
			await look.close();
			await world.close();
		}
	);
});

async function forgetTries(world: World): Promise<void> {
	await world.database.writer.attempt.deleteMany();
}
