import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { makeFirstRunCode } from '../../src/lib/server/instance/setup-code.ts';
import { instance } from '../../src/lib/server/instance/operations.ts';
import { hashSecret } from '../../src/lib/server/kernel/secrets.ts';
import { readConfig } from '../../src/lib/server/runtime/config.ts';
import { performed, strangerAt } from '../support/credentials.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

const first = { instanceName: 'Mill Lane', name: 'Ada', email: 'ada@mill.test', password };

describe.each(providers)('the first run on %s', (provider) => {
	let world: World;
	let code: string;
	let visitors = 0;
	beforeAll(async () => {
		world = await openWorld(provider);
		code = await printed();
	});
	afterAll(() => world.close());

	/** The code that this process prints at its start. */
	async function printed(): Promise<string> {
		const made = await makeFirstRunCode(world.household);
		if (!made) throw new Error('no code was made');
		return made;
	}
	const elsewhere = () => strangerAt(`198.51.100.${(visitors += 1)}`);
	const setUp = (setupCode: string, by: Caller = elsewhere()) =>
		world.ask(instance.setUpInstance, by, { ...first, setupCode });
	const needsSetup = async () => (await world.ask(instance.getInstance, visitor, {})).needsSetup;
	const codes = () => world.database.reader.setupCode.findMany();

	it('has a code of sixty bits, of which only a hash is stored', async () => {
		expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
		expect(JSON.stringify(await codes())).not.toContain(code);
		expect(await printed()).not.toBe(code);
	});

	it('is refused from elsewhere without the code, and with a wrong one', async () => {
		for (const wrong of ['', '----', 'aaaa-bbbb-cccc', `${code}0`, code.slice(0, -1), '__proto__'])
			expect(await outcome(setUp(wrong)), wrong).toBe('forbidden');
		expect(await needsSetup()).toBe(true);
	});

	it('limits wrong codes like wrong passwords, and then refuses the right one too', async () => {
		const guessing = elsewhere();
		for (let tries = 0; tries < 10; tries += 1)
			expect(await outcome(setUp(`aaaa-bbbb-${tries}`, guessing))).toBe('forbidden');
		expect(await outcome(setUp(code, guessing))).toBe('too-many');
		expect(await needsSetup()).toBe(true);
	});

	it('accepts the codes of the latest twenty starts', async () => {
		for (let starts = 0; starts < 25; starts += 1) {
			world.setClock(new Date(world.now().getTime() + 1000));
			code = await printed();
		}
		expect(await codes()).toHaveLength(20);
	});

	it('keeps the code of the latest start where the clock was set back since the others', async () => {
		const before = world.now();
		world.setClock(new Date(before.getTime() - 60_000));
		const late = await printed();
		const hashes = (await codes()).map(({ hash }) => hash);
		expect(hashes).toContain(hashSecret(late.replaceAll('-', '')));
		expect(hashes).toHaveLength(20);
		world.setClock(before);
	});

	it('accepts the code that either node printed, however it is typed, once', async () => {
		const other = await printed();
		const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
		const weak = { ...first, setupCode: typed, password: password.slice(0, 14) };
		expect(await outcome(world.ask(instance.setUpInstance, elsewhere(), weak))).toBe('malformed');
		expect(await outcome(setUp(typed))).toBe('done');
		expect(await needsSetup()).toBe(false);
		expect(await codes()).toEqual([]);
		expect(await outcome(setUp(other))).toBe('exists');
		expect(await makeFirstRunCode(world.household)).toBeUndefined();
	});

	it('asks for another code once the household was deleted', async () => {
		const { uid, passwordHash } = await world.database.reader.member.findFirstOrThrow();
		const { uid: sessionUid } = await world.database.reader.session.findFirstOrThrow();
		const member = { uid, name: 'Ada', isAdmin: true, mustChangePassword: false };
		const ada: Caller = { by: 'session', sessionUid, member, from: visitor.from };
		const { issued } = await performed(
			world,
			{ ...instance.deleteInstance, prepare: async () => ({ uid, passwordHash }) },
			ada,
			{ password, instanceName: 'Mill Lane' }
		);
		const fresh = issued.flatMap((one) => (one.kind === 'setup-code' ? [one.secret] : []));
		expect(fresh).toHaveLength(1);
		expect(await outcome(setUp(code))).toBe('forbidden');
		expect(await outcome(setUp(''))).toBe('forbidden');
		expect(await outcome(setUp(fresh[0] ?? ''))).toBe('done');
	});
});

describe.each(providers)('a configured setup code on %s', (provider) => {
	it('is the only one, before the first run and after a deletion', async () => {
		const world = await openWorld(provider);
		const config = readConfig({ SETUP_CODE: 'made-by-ansible' });
		const configured = { ...world, household: { ...world.household, config } };
		const setUp = (setupCode: string, from: string) =>
			performed(configured, instance.setUpInstance, strangerAt(from), { ...first, setupCode });
		const printed = await makeFirstRunCode(world.household);
		expect(await makeFirstRunCode(configured.household)).toBeUndefined();
		expect(await outcome(setUp(printed ?? '', '198.51.100.1'))).toBe('forbidden');
		expect(await outcome(setUp('made-by-ansible-', '198.51.100.2'))).toBe('done');
		await world.close();
	});

	it('is long enough, and can stand in an address', () => {
		for (const code of ['short', 'with spaces in it', 'a/b/c/d/e/f', 'ä'.repeat(10)])
			expect(() => readConfig({ SETUP_CODE: code })).toThrow(/^SETUP_CODE is 8 to 200/);
		expect(readConfig({}).setupCode).toBeUndefined();
	});
});

describe.each(providers)('the first run on the machine itself, on %s', (provider) => {
	it('needs no code', async () => {
		const world = await openWorld(provider);
		expect(await outcome(world.ask(instance.setUpInstance, visitor, first))).toBe('done');
		await world.close();
	});
});
