// Before the first run there is no admin, so a visitor can leave nothing behind that waits for one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { exampleInput } from '../support/example-inputs.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

/** The first run itself, and the end of a session that no visitor has. */
const open = ['setUpInstance', 'signOut'];

const commands = Object.entries(catalogue).flatMap(([name, operation]) =>
	operation.kind === 'command' && operation.access.who === 'visitor' && !open.includes(name)
		? [[name, operation] as const]
		: []
);

describe.each(providers)('before the first run on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it.each(commands)('%s is refused', async (name, operation) => {
		expect(await outcome(world.ask(operation, visitor, exampleInput(name)))).not.toBe('done');
	});
});
