// Three people change one list while their connections come and go. In the end all see the same, and everything happened once.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import {
	endsWell,
	openStage,
	play,
	type Schedule,
	type Stage
} from '../support/outbox-schedules.ts';
import { providers } from '../support/world.ts';

/** How many schedules run at once, each on a list of its own. */
const atOnce = 4;
const numRuns = 5;

/** Other suites may run on this machine. */
const patient = { timeout: 60_000 };

describe.each(providers)('an outbox on a bad connection, on %s', (provider) => {
	let cast: Cast;
	let stage: Stage;
	beforeAll(async () => {
		cast = await openCast(provider);
		stage = await openStage(cast);
	});
	afterAll(() => cast.close());

	it('shows all members the same in the end, and does everything once', patient, async () => {
		await fc.assert(endsWell(stage, atOnce), { numRuns, endOnFailure: true });
	});

	it('would do things twice without idempotency keys', patient, async () => {
		const lost: Schedule = [
			{ by: 0, do: 'line', line: 'loses answers', requests: 1 },
			{ by: 0, do: 'act', kind: 'add', of: 0, to: 0 }
		];
		await play(stage, lost);
		await expect(play(stage, lost, withoutKey)).rejects.toThrow();
	});
});

function withoutKey(options: RequestInit): RequestInit {
	const headers = new Headers(options.headers);
	headers.delete('idempotency-key');
	return { ...options, headers };
}
