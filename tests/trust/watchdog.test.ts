// The watchdog notices a writer whose adapter never releases its lock, and ends the process so that it is restarted.
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepWatch } from '../../src/lib/server/runtime/watchdog.ts';
import { watchFile } from '../../src/lib/server/runtime/file-watch.ts';
import { pulseOf, type Pulse } from '../../src/lib/server/runtime/pulse.ts';
import { startServer } from '../support/server.ts';
import { openWorld, type World } from '../support/world.ts';

describe('the pulse of a writer', () => {
	let world: World;
	beforeAll(async () => void (world = await openWorld('sqlite')));
	afterAll(() => world.close());

	it('beats while transactions have their turn, and is stuck once a BEGIN has failed', async () => {
		expect(await pulseOf(world.database)).toBe('beats');
		// This transaction stays open on the only connection, so that the next BEGIN throws.
		await world.database.writer.$executeRawUnsafe('BEGIN');
		expect(await pulseOf(world.database)).toBe('fails');
		await world.database.writer.$executeRawUnsafe('ROLLBACK');
		expect(await pulseOf(world.database, 300)).toBe('stuck');
	});
});

describe('the watch', () => {
	async function watched(pulses: Pulse[]): Promise<number> {
		let calls = 0;
		const pulse = async () => pulses.shift() ?? 'beats';
		const end = keepWatch({ pulse, giveUp: () => void (calls += 1), everyMs: 1, maxMisses: 3 });
		while (pulses.length > 0) await pause(1);
		await pause(5);
		end();
		return calls;
	}

	it('gives up, once, when it was stuck three times in a row', async () => {
		expect(await watched(['beats', 'stuck', 'stuck', 'stuck'])).toBe(1);
	});

	it('does not give up on a database that fails or recovers', async () => {
		expect(
			await watched(['stuck', 'stuck', 'beats', 'stuck', 'stuck', 'fails', 'stuck', 'stuck'])
		).toBe(0);
	});
});

describe('the watch over the file', () => {
	it('logs only once that it cannot look, and goes on until the file is gone', async () => {
		const looks = [denied, denied, () => true, denied, () => false];
		const said: string[] = [];
		const gone = new Promise<void>((resolve) => {
			watchFile({
				isInPlace: () => looks.shift()?.() ?? false,
				gone: resolve,
				failed: (error) => said.push(String(error)),
				everyMs: 1
			});
		});
		await gone;
		expect([looks.length, said]).toEqual([0, ['Error: EACCES']]);
	});

	function denied(): boolean {
		throw new Error('EACCES');
	}
});

describe('a server whose writer is stuck', () => {
	it('is not ready, then ends with one line in its log', async () => {
		const wedges = join(import.meta.dirname, '../support/stick-writer.mjs');
		const server = await startServer({ env: { NODE_OPTIONS: `--import=${wedges}` } });
		const ended = once(server.process, 'exit');
		const before = server.output().length;
		process.kill(server.pid, 'SIGUSR2');
		await pause(50);
		const statuses = [];
		for (let tries = 0; tries < 2; tries += 1)
			statuses.push((await fetch(`${server.origin}/readyz`)).status);
		expect(statuses).toEqual([503, 503]);
		expect(await ended).toEqual([1, null]);
		expect(server.output().slice(before)).toMatch(
			/^\{.*"message":"no transaction has had its turn.*\}\n$/
		);
		await server.stop();
	});
});
