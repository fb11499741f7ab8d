// R7 after a long absence: a stream resumes from any stored number, however much was missed and however slowly it is
// read. The server's memory does not grow with the number of missed changes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptNumbers } from '$lib/server/events/kept-numbers.ts';
import { lowestIdOf, numberInId } from '../../src/lib/server/events/event-id.ts';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { listenTo } from '../support/listener.ts';
import { weigh, weighable } from '../support/process-memory.ts';
import { providers } from '../support/world.ts';

const missed = isLong ? 100_000 : 6000;
const atOnce = 2000;
/** How many bytes a second the slow reader reads at most. */
const slowBytesPerSecond = isLong ? 3_000_000 : 1_500_000;

describe.each(providers)(`somebody who missed ${missed} changes on %s`, (provider) => {
	let cast: Cast;
	let secret: string;
	let last: number;

	beforeAll(async () => {
		cast = await openCast(provider, weighable);
		({ secret } = await cast.write((rows) => rows.token(cast.ada.uid)));
		const listUid = await cast.write((rows) => rows.list(cast.ada.uid));
		const { newest } = await keptNumbers(cast.database.read);
		last = newest;
		for (let made = 0; made < missed; made += atOnce)
			await cast.database.writer.change.createMany({
				data: Array.from({ length: atOnce }, (_, index) => ({
					...{ kind: 'item.added', listUid, itemUid: `itm_${made + index}`, at: new Date() }
				}))
			});
	}, 300_000);
	afterAll(() => cast.close());

	it(
		'receives each change once and in order, and then new ones',
		{ timeout: 600_000 },
		async () => {
			const begun = performance.now();
			const stream = listenTo(cast.origin, '/api/v1/events', bearer(), String(lowestIdOf(last)));
			await expect.poll(stream.status, { timeout: 30_000 }).toBe(200);
			const opened = performance.now() - begun;
			await expect.poll(() => stream.heard.length, { timeout: 300_000 }).toBe(missed);
			const took = performance.now() - begun;
			expect(stream.heard.map(({ id }) => numberInId(String(id)))).toEqual(
				Array.from({ length: missed }, (_, index) => last + 1 + index)
			);
			const { body } = await cast.ada.post('/lists', { name: 'New' });
			const { uid } = (body as { list: { uid: string } }).list;
			await expect.poll(() => stream.changes().at(-1)?.data.listUid, { timeout: 60_000 }).toBe(uid);
			stream.cut();
			note(`R7 ${missed} changes missed, ${provider}`, {
				'answered after ms': Math.round(opened),
				'all heard after ms': Math.round(took),
				missing: 0
			});
		}
	);

	it(
		'and reads slowly receives each change too, while the server’s memory stays flat',
		{ timeout: 600_000 },
		async () => {
			const before = await weigh(cast.server);
			const reader = await readSlowly();
			const during: number[] = [];
			while (reader.numbers().length < missed && !reader.isOver()) {
				during.push((await weigh(cast.server)).held);
				await pause(isLong ? 2000 : 200);
			}
			expect(reader.numbers().slice(0, missed)).toEqual(
				Array.from({ length: missed }, (_, index) => last + 1 + index)
			);
			reader.end();
			await expect.poll(() => cast.database.reader.stream.count(), { timeout: 10_000 }).toBe(0);
			const after = await weigh(cast.server);
			expect(Math.max(...during) / before.held).toBeLessThan(1.2);
			expect(after.held / before.held).toBeLessThan(1.1);
			note(`R7 ${missed} changes missed, slow reader, ${provider}`, {
				'MB held before': inMegabytes(before.held),
				'MB held at most': inMegabytes(Math.max(...during)),
				'MB held after': inMegabytes(after.held),
				missing: 0
			});
		}
	);

	const bearer = () => ({ authorization: `Bearer ${secret}` });

	async function readSlowly() {
		const { hostname, port } = new URL(cast.origin);
		const socket = connect({ port: Number(port), host: hostname });
		let isOver = false;
		let text = '';
		const numbers: number[] = [];
		socket.on('error', () => {});
		socket.on('close', () => (isOver = true));
		socket.setEncoding('latin1').on('data', (part: string) => {
			text += part;
			const lines = text.split('\n');
			text = lines.pop() ?? '';
			for (const line of lines)
				if (line.startsWith('id: ')) numbers.push(numberInId(line.slice(4)) ?? 0);
			socket.pause();
			setTimeout(() => socket.resume(), (part.length / slowBytesPerSecond) * 1000);
		});
		await once(socket, 'connect');
		socket.write(
			`GET /api/v1/events?after=${lowestIdOf(last)} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${secret}\r\n\r\n`
		);
		return {
			numbers: () => numbers,
			isOver: () => isOver,
			end: () => socket.destroy()
		};
	}
});

const inMegabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10;
