// What was done on a device without a connection happens once and in order, and all devices show the same in the end.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { endsWell, longAbsence, openStage, play, type Stage } from '../support/outbox-schedules.ts';
import { providers } from '../support/world.ts';

const atOnce = 10;
const changesOnEachSide = 500;
const schedulesInAll = isLong ? 24_000 : 200;
/** How many requests meet a broken connection, at least. */
const faultsInAll = isLong ? 100_000 : 500;

describe.each(providers)('outboxes on bad connections, on %s', (provider) => {
	let cast: Cast;
	let stage: Stage;
	beforeAll(async () => {
		cast = await openCast(provider);
		stage = await openStage(cast);
	});
	afterAll(() => cast.close());

	it('converge, and everything happens once', { timeout: 36_000_000 }, async () => {
		const numRuns = schedulesInAll / providers.length / atOnce;
		await fc.assert(endsWell(stage, atOnce), { numRuns, endOnFailure: true });
		const { faults } = stage;
		expect(faults).toBeGreaterThan(faultsInAll / providers.length);
		note(`outboxes, ${provider}`, { schedules: numRuns * atOnce, faults, differences: 0 });
	});

	it('converge after a week without a connection', { timeout: 600_000 }, async () => {
		await play(stage, longAbsence(changesOnEachSide));
	});
});
