// R11: fifty clients reorder and edit one list at once. Every item stays on the list exactly once, and nobody overwrites what
// they have not seen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCast, type Cast } from '../support/household.ts';
import type { Client } from '../support/client.ts';
import { isLong, note } from '../support/figures.ts';
import { items as itemOperations } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { chance, pick } from '../support/steps.ts';
import { providers } from '../support/world.ts';

const clients = 50;
const moves = isLong ? 60 : 4;
const edits = isLong ? 60 : 4;
/** How many items there are: few, so that the clients often conflict. */
const crowded = 20;

/** One acknowledged change: the text that the client had seen, and the text that it wrote instead. */
type Edit = { itemUid: string; seen: string; put: string };

describe.each(providers)(`a list that ${clients} change at once on %s`, (provider) => {
	let cast: Cast;
	let listUid: string;
	let itemUids: string[];
	let people: Client[];

	beforeAll(async () => {
		cast = await openCast(provider);
		const made = await cast.write((rows) => {
			const uid = rows.list(cast.ada.uid, { sharing: 'SHARING_INSTANCE', sharedEdit: true });
			return {
				listUid: uid,
				itemUids: Array.from({ length: crowded }, (_, place) =>
					rows.item(uid, { label: `first ${place}`, rank: place * 1024 })
				),
				secrets: Array.from({ length: clients }, () => rows.token(cast.ben.uid).secret)
			};
		});
		({ listUid, itemUids } = made);
		people = made.secrets.map((secret) => cast.bearer(secret));
	});
	afterAll(() => cast.close());

	it('keeps each item once, wherever it was put', { timeout: 10_000 * moves }, async () => {
		const statuses: number[] = [];
		const wander = async (client: Client) => {
			for (let turn = 0; turn < moves; turn += 1) {
				// Half of the moves are to the top, so that they compete for one position.
				const [item, after] = [pick(itemUids), chance(0.5) ? '' : pick(itemUids)];
				const { status } = await client.post(`/items/${item}:move`, { after_item_uid: after });
				statuses.push(status);
			}
		};
		await Promise.all(people.map(wander));
		expect(statuses.filter((status) => status !== 200)).toEqual([]);
		const { items } = await cast.ada.ask(lists.getList, { listUid });
		expect(items.map(({ uid }) => uid).sort()).toEqual([...itemUids].sort());
		const rows = await cast.database.reader.item.findMany({ where: { listUid } });
		expect(new Set(rows.map(({ rank }) => rank)).size).toBe(crowded);
		note(`R11 reordered, ${provider}`, { clients, moves: statuses.length, items: items.length });
	});

	it('lets nobody overwrite what they have not seen', { timeout: 10_000 * edits }, async () => {
		const done: Edit[] = [];
		const refused: number[] = [];
		const edit = async (client: Client, name: number) => {
			for (let turn = 0; turn < edits; turn += 1) {
				const itemUid = pick(itemUids);
				const read = await client.get(`/items/${itemUid}`);
				const seen = itemOperations.getItem.output.parse(read.body).item.label;
				const put = `${name}-${turn}`;
				const path = `/items/${itemUid}`;
				const { status } = await (turn % 2 === 0
					? client.patch(path, { label: put, expectedLabel: seen })
					: client.patch(path, { label: put }, { 'if-match': read.headers.etag }));
				if (status === 200) done.push({ itemUid, seen, put });
				else refused.push(status);
			}
		};
		await Promise.all(people.map(edit));
		expect(refused.filter((status) => status !== 409 && status !== 412)).toEqual([]);
		const { items } = await cast.ada.ask(lists.getList, { listUid });
		for (const { uid, label } of items)
			expect(historyOf(uid, label, done)).toBe(
				done.filter(({ itemUid }) => itemUid === uid).length
			);
		// Without conflicts the test would prove nothing.
		expect([refused.includes(409), refused.includes(412)]).toEqual([true, true]);
		expect(done.length).toBeGreaterThan(0);
		note(`R11 edited, ${provider}`, {
			clients,
			carried: done.length,
			'refused 409': refused.filter((status) => status === 409).length,
			'refused 412': refused.filter((status) => status === 412).length,
			'lost updates': 0
		});
	});
});

/** The length of the chain of changes, each made to the text that the one before had written, that ends at the present text. */
function historyOf(uid: string, now: string, done: Edit[]): number {
	const before = new Map(
		done.filter(({ itemUid }) => itemUid === uid).map(({ seen, put }) => [put, seen])
	);
	let length = 0;
	for (let label = before.get(now); label !== undefined; label = before.get(label)) length += 1;
	return length;
}
