// Many open streams on one node: what one weighs, and how soon a change reaches them all.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../src/lib/server/data/open-database.ts';
import { newRows } from '../tests/support/household.ts';
import { clientOf } from '../tests/support/client.ts';
import type { Measured } from './household.ts';
import { residentKilobytes } from './process.ts';

type StreamFigures = { streams: number; kilobytesEach: number; p50: number; p99: number };

/** Opens `count` streams, twenty for each member, while a script ticks or unticks twenty items a second for `seconds`. */
export async function timeStreams(
	{ nodes: [node], token, listUid, itemUids }: Measured,
	count: number,
	seconds: number
): Promise<StreamFigures> {
	if (!node) throw new Error('there is no node to listen to');
	const writer = clientOf(node.origin, { bearer: token });
	// Ticking a ticked item changes nothing, so no event would be sent.
	for (const uid of itemUids) await writer.put(`/items/${uid}/done`, { done: false });
	const secrets = await makeListeners(node.databaseUrl, listUid, Math.ceil(count / 20));
	const before = residentKilobytes(node.pid);
	const agent = new Agent({ maxSockets: Infinity });
	const took: number[] = [];
	const sentAt = new Map<string, number>();
	await Promise.all(
		Array.from({ length: count }, (_, index) =>
			hear(agent, node.origin, secrets[index % secrets.length] ?? '', (itemUid) =>
				took.push(performance.now() - (sentAt.get(itemUid) ?? 0))
			)
		)
	);
	await pause(2000);
	const kilobytesEach = (residentKilobytes(node.pid) - before) / count;
	for (let number = 0; number < seconds * 20; number += 1) {
		const itemUid = itemUids[number % itemUids.length] ?? '';
		sentAt.set(itemUid, performance.now());
		await writer.put(`/items/${itemUid}/done`, { done: Math.floor(number / 50) % 2 === 0 });
		await pause(Math.max(0, 50 - (performance.now() - (sentAt.get(itemUid) ?? 0))));
	}
	await pause(1000);
	agent.destroy();
	took.sort((one, other) => one - other);
	const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
	if (took.length < count * seconds * 20 * 0.99)
		throw new Error(`only ${took.length} deliveries to ${count} streams`);
	return { streams: count, kilobytesEach, p50: at(0.5), p99: at(0.99) };
}

/** Makes members who reach the list, and returns the secret of a browser session of each. */
async function makeListeners(
	databaseUrl: string,
	listUid: string,
	count: number
): Promise<string[]> {
	const database = await openDatabase(databaseUrl);
	await database.writer.list.update({
		where: { uid: listUid },
		data: { sharing: 'SHARING_INSTANCE' }
	});
	const rows = newRows();
	const secrets = Array.from({ length: count }, (_, index) =>
		rows.session(rows.member(`Member ${index}`))
	);
	await rows.write(database);
	await database.close();
	return secrets;
}

function hear(
	agent: Agent,
	origin: string,
	session: string,
	told: (itemUid: string) => void
): Promise<void> {
	return new Promise((resolve, reject) => {
		const headers = { cookie: `hearth_session=${session}` };
		get(`${origin}/api/v1/events`, { agent, headers }, (response) => {
			if (response.statusCode !== 200)
				reject(new Error(`a stream answered ${response.statusCode}`));
			response.setEncoding('utf8').on('data', (text: string) => {
				for (const [, itemUid = ''] of text.matchAll(/"itemUid":"(itm_[^"]+)"/g)) told(itemUid);
			});
			response.on('error', () => undefined);
			resolve();
		}).on('error', reject);
	});
}
