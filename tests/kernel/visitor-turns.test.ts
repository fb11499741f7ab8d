import { expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { waitForTurn } from '../../src/lib/server/kernel/visitor-turns.ts';
import { yieldToOthers } from '../../src/lib/server/data/yield-to-others.ts';
import { strangerAt } from '../support/credentials.ts';

const member: Caller = {
	by: 'session',
	sessionUid: 'ses_1',
	member: { uid: 'mem_1', name: 'Ada', isAdmin: true, mustChangePassword: false },
	from: { address: '192.0.2.1', device: '' }
};

it('begins one visitor’s request in each round of the event loop, networks in turns, and a member’s at once', async () => {
	const begun: string[] = [];
	const send = async (name: string, caller: Caller) => {
		await waitForTurn(caller);
		begun.push(name);
	};
	const flood = Array.from({ length: 20 }, () => send('flood', strangerAt('192.0.2.66')));
	const rest = [send('Ben', strangerAt('192.0.2.2')), send('Ada', member)];
	await Promise.resolve();
	await rest[1];
	expect(begun).toEqual(['Ada']);
	for (let round = 0; round < 4; round += 1) await yieldToOthers();
	expect(begun.length).toBeLessThanOrEqual(6);
	expect(begun).toContain('Ben');
	await Promise.all([...flood, ...rest]);
	expect(begun.length).toBe(22);
});
