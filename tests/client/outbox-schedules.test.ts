// Three people change one list while their lines come and go: in the end all see the same, and everything happened once.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/cast.ts';
import {
	openStage,
	play,
	schedules,
	type Schedule,
	type Stage
} from '../support/outbox-schedules.ts';
import { providers } from '../support/world.ts';

/** So many at once, each on a list of its own. */
const atOnce = 4;
/** As many as come to an end in this time: some hundred where nothing else runs. */
const playForMs = 6_000;

/** Others may be at work on this machine. */
const patient = { timeout: 60_000 };

describe.each(providers)('an outbox on a bad line, on %s', (provider) => {
	let cast: Cast;
	let stage: Stage;
	beforeAll(async () => {
		cast = await openCast(provider);
		stage = await openStage(cast);
	});
	afterAll(() => cast.close());

	it('shows everybody the same in the end, and does everything once', patient, async () => {
		let played = 0;
		const batches = fc.array(schedules, { minLength: atOnce, maxLength: atOnce });
		const property = fc.asyncProperty(batches, async (batch) => {
			await Promise.all(batch.map((schedule) => play(stage, schedule)));
			played += batch.length;
		});
		await fc.assert(property, { interruptAfterTimeLimit: playForMs, endOnFailure: true });
		expect(played).toBeGreaterThan(0);
	});

	it('would do things twice without the keys', patient, async () => {
		const lost: Schedule = [
			{ by: 0, do: 'line', line: 'loses answers' },
			{ by: 0, do: 'act', kind: 'add', of: 0, to: 0 },
			{ by: 0, do: 'wait' },
			{ by: 0, do: 'wait' },
			{ by: 0, do: 'wait' },
			{ by: 0, do: 'wait' }
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
