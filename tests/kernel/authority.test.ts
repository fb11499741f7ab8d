// A caller's rights are read again when a command writes. Tests every command of the catalogue with every credential, and every
// way in which a caller can lose access while the command waits.
import { afterAll, describe, expect, it } from 'vitest';
import type { MemberCaller } from '../../src/lib/server/kernel/caller.ts';
import { pairCaller } from '../../src/lib/server/sessions/token-pairs.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { perform } from '../../src/lib/server/kernel/perform.ts';
import { writersAtOnce } from '../../src/lib/server/data/postgres/dialect.ts';
import { commitLock } from '../../src/lib/server/data/postgres/locks.ts';
import type { Provider } from '../../src/lib/server/data/dialect.ts';
import { inTransaction } from '../../src/lib/server/data/transaction.ts';
import { expectedStatus, type CallerKind, type Rule } from '../contract/model.ts';
import { ruleOf } from '../contract/promises.ts';
import { pairOf } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { samples } from '../support/samples.ts';
import { lookInto, waitsForLock } from '../support/sql.ts';
import { aside, setAside, withdrawalsFrom, type Withdrawal } from '../support/withdrawals.ts';
import { openWorld, providers, type World } from '../support/world.ts';

const commands = Object.values(catalogue).filter(({ kind }) => kind === 'command');
const guarded = commands.filter((one) => !/any|visitor/.test(ruleOf(one)?.who ?? ''));

it('is tested for every command that is not for visitors', () => {
	expect(commands.filter((one) => !ruleOf(one)).map(({ name }) => name)).toEqual([]);
	expect(guarded.length).toBeGreaterThan(30);
});

describe.each(providers)('a command that waits for its turn on %s', (provider) => {
	let tried = 0;
	afterAll(() => expect(tried).toBeGreaterThan(150));

	it.each(guarded.map(({ name }) => name))(
		'%s does nothing for a caller who may not any more',
		{ timeout: 60_000 },
		async (name) => {
			const scene = await sceneOf(name, provider);
			for (const { caller, withdrawal, expected } of scene.cases) {
				const withdrawn = await stateWithout(scene, caller, withdrawal);
				const asked = await afterTheTurnsOf(scene.world, withdrawal.sql, () => scene.ask(caller));
				expect(asked, `${caller.by}: ${withdrawal.name}`).toBe(expected);
				expect(await scene.state(), `${caller.by}: ${withdrawal.name}`).toBe(withdrawn);
				await scene.run([withdrawal.undo]);
				tried += 1;
			}
			await scene.close();
		}
	);
});

describe('a command that is about to commit on Postgres', () => {
	let refused = 0;
	afterAll(() => expect(refused).toBeGreaterThan(100));

	it.each(guarded.map(({ name }) => name))(
		'%s does nothing for a caller who may not any more',
		{ timeout: 60_000 },
		async (name) => {
			let scene = await sceneOf(name, 'postgresql');
			for (const number of scene.cases.keys()) {
				const { caller, withdrawal, expected } = caseOf(scene, number);
				const withdrawn = await stateWithout(scene, caller, withdrawal);
				const { asked, cameFirst } = await beforeTheCommitOf(scene, withdrawal.sql, () =>
					scene.ask(caller)
				);
				expect(asked, `${caller.by}: ${withdrawal.name}`).toBe(cameFirst ? 'done' : expected);
				if (cameFirst) {
					expect(holdsItsOwn(name, caller)).toBe(true);
					await scene.close();
					scene = await sceneOf(name, 'postgresql');
				} else {
					expect(await scene.state(), `${caller.by}: ${withdrawal.name}`).toBe(withdrawn);
					await scene.run([withdrawal.undo]);
					refused += 1;
				}
			}
			await scene.close();
		}
	);
});

/** The command itself locks the row that is withdrawn, or one that refers to it, so the withdrawal has to wait for the command. */
const holdsItsOwn = (name: string, caller: MemberCaller): boolean =>
	caller.by === 'token' ||
	/^(changeMe|changePassword|deleteInstance|endSession|endOtherSessions)$/.test(name);

function caseOf({ cases }: Scene, number: number): Scene['cases'][number] {
	const found = cases[number];
	if (!found) throw new Error('the same household has other callers');
	return found;
}

type Scene = Awaited<ReturnType<typeof sceneOf>>;

/** A household with what the command needs, and a caller with each credential that may run it. */
async function sceneOf(name: string, provider: Provider) {
	const [operation, makeSample] = [catalogue[name], samples[name]];
	const rule = operation && ruleOf(operation);
	if (!operation || !makeSample || !rule) throw new Error(`${name} has no sample or no rule`);
	const world = await openWorld(provider);
	const look = await lookInto(world.databaseUrl);
	const { caller, input } = await makeSample(world);
	if (caller.by === 'visitor') throw new Error(`${name} is sampled as a visitor`);
	const cases = (await callersLike(world, caller, rule)).flatMap((one) =>
		withdrawalsFrom(one, provider).flatMap((withdrawal) => {
			const expected = refusals[expectedStatus(rule, kindOf(one, withdrawal))];
			return expected ? [{ caller: one, withdrawal, expected }] : [];
		})
	);
	return {
		world,
		cases,
		ask: (by: MemberCaller) => outcome(perform(world.household, operation, by, () => input)),
		state: () => look.everything(['WrongPassword', aside]),
		run: (statements: string[]) =>
			inTransaction(world.database, async (db) => {
				for (const statement of statements) await db.$executeRawUnsafe(statement);
			}),
		close: async () => {
			await look.close();
			await world.close();
		}
	};
}

/** The same member with each kind of credential that the rule lets in. */
async function callersLike(
	world: World,
	caller: MemberCaller,
	{ who }: Rule
): Promise<MemberCaller[]> {
	if (caller.by !== 'session' || /admin|browser/.test(who)) return [caller];
	const { accessToken } = await pairOf(world);
	const pair = await pairCaller(world.household, accessToken, caller.from);
	if (!pair) throw new Error('a pair that was just made opens nothing');
	return who === 'signed-in'
		? [caller, pair]
		: [caller, pair, (await world.tokenOf(caller)).caller];
}

/** The caller in the terms of the model, after this withdrawal. */
function kindOf(caller: MemberCaller, { leaves }: Withdrawal): CallerKind {
	const kind: CallerKind = {
		by: caller.by,
		is: caller.member.isAdmin ? 'admin' : 'owner',
		abilities: ['read', 'write', 'delete']
	};
	return leaves === 'nothing' ? { ...kind, by: 'dead bearer' } : { ...kind, ...leaves };
}

const refusals: Record<number, string> = {
	401: 'unauthenticated',
	403: 'forbidden',
	404: 'missing'
};

/** The state of the database after this withdrawal, which is then undone. */
async function stateWithout(
	{ run, state }: Scene,
	caller: MemberCaller,
	{ sql, undo }: Withdrawal
): Promise<string> {
	await run([...setAside(caller), sql]);
	const withdrawn = await state();
	await run([undo]);
	return withdrawn;
}

/** Fills all places for transactions. One of them withdraws the access, and the command begins when that one has committed. */
async function afterTheTurnsOf(
	{ database }: World,
	sql: string,
	ask: () => Promise<string>
): Promise<string> {
	const [first, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const others = database.dialect.locks ? writersAtOnce - 1 : 0;
	const withdrawing = inTransaction(database, async (db) => {
		await first.promise;
		await db.$executeRawUnsafe(sql);
	});
	const waiting = Array.from({ length: others }, () => inTransaction(database, () => all.promise));
	const asked = ask();
	first.resolve();
	await withdrawing;
	all.resolve();
	await Promise.all(waiting);
	return asked;
}

/** Withdraws while the command has done its work and waits to commit. `cameFirst`: the withdrawal has to wait for the command. */
async function beforeTheCommitOf(
	{ world }: Scene,
	sql: string,
	ask: () => Promise<string>
): Promise<{ asked: string; cameFirst: boolean }> {
	const [gate, other] = [await lookInto(world.databaseUrl), await lookInto(world.databaseUrl)];
	await gate.rows(`SELECT pg_advisory_lock(${commitLock})`);
	const asking = ask();
	await waitsForLock(other);
	await other.rows(`SET lock_timeout = 200`);
	const cameFirst = await other.rows(sql).then(
		() => false,
		(error: Error) => /lock timeout/.test(error.message)
	);
	await gate.close();
	const asked = await asking;
	await other.close();
	return { asked, cameFirst };
}
