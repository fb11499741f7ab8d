// R10: three answers in ten are lost, and clients retry with the same idempotency key. Each request still happens once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import { isLong, note } from '../support/figures.ts';
import { addItemUntilAnswered } from '../support/retrying-client.ts';
import { loseAnswers } from '../support/answer-losing-proxy.ts';
import { providers } from '../support/world.ts';

const keys = isLong ? 10_000 : 200;
const clients = 16;
const share = 0.3;

describe.each(providers)('a storm of retries on %s', (provider) => {
	let cast: Cast;
	let listUids: string[];
	let token: string;
	let line: Awaited<ReturnType<typeof loseAnswers>>;

	beforeAll(async () => {
		cast = await openCast(provider);
		line = await loseAnswers(cast.origin, share);
		({ listUids, token } = await cast.write((rows) => ({
			listUids: Array.from({ length: clients }, () => rows.list(cast.ada.uid)),
			token: rows.token(cast.ada.uid).secret
		})));
	});
	afterAll(async () => {
		await line?.close();
		await cast?.close();
	});

	it(
		`has one effect for each of ${keys} keys, and the same answer for all who sent it`,
		{ timeout: 1000 * keys },
		async () => {
			const door = { origin: line.origin, token };
			const answers: [string, string][] = [];
			let tries = 0;
			const client = async (name: number) => {
				for (let serial = name; serial < keys; serial += clients) {
					const key = `key-${serial}`;
					// One request in five is sent twice at once, as by a double click.
					const senders = serial % 5 === 0 ? 2 : 1;
					const retried = await Promise.all(
						Array.from({ length: senders }, () =>
							addItemUntilAnswered(door, listUids[name] ?? '', key, 5)
						)
					);
					for (const one of retried) {
						answers.push([key, one.body.item.uid]);
						tries += one.tries.length;
					}
				}
			};
			await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));

			const { reader } = cast.database;
			const items = await reader.item.findMany({
				where: { listUid: { in: listUids } },
				select: { uid: true, label: true }
			});
			expect(items.length).toBe(keys);
			const uidOf = new Map(items.map(({ uid, label }) => [label, uid]));
			expect(uidOf.size).toBe(keys);
			expect(answers.filter(([key, uid]) => uidOf.get(key) !== uid)).toEqual([]);
			expect(await reader.change.count({ where: { kind: 'item.added' } })).toBe(keys);
			// Without lost answers the test would prove nothing.
			expect(line.lost()).toBeGreaterThan(keys * share * 0.7);
			note(`R10 retry storm, ${provider}`, {
				keys,
				requests: tries,
				'answers lost': line.lost(),
				'keys without effect': 0,
				'keys with more than one': 0
			});
		}
	);
});
