// Both databases find the same in the same order, in random households.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { wordsOf } from '../../src/lib/server/kernel/text.ts';
import { search } from '../../src/lib/server/search/operations.ts';
import { newRows } from '../support/household.ts';
import { openWorld, providers, visitor, type World } from '../support/world.ts';

/** A small set of words in several scripts, many of them the beginning of another. */
const word = fc.constantFrom(
	...`a ab abc Ábc b ba milk milkshake 2 20 2026 ζ ζα Ζάς хле хлеб ё خبز 牛 牛奶 🍎 & o'clock x-y`.split(
		' '
	)
);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const drawn = fc.record({
	lists: fc.array(
		fc.record({
			name: text,
			reached: fc.nat(4).map((number) => number > 0),
			deleted: fc.nat(6).map((number) => number === 0)
		}),
		{ minLength: 1, maxLength: 4 }
	),
	items: fc.array(
		fc.record({
			on: fc.nat(3),
			label: text,
			quantity: fc.oneof(fc.constant(''), text),
			note: fc.oneof(fc.constant(''), text),
			deleted: fc.nat(6).map((number) => number === 0)
		}),
		{ maxLength: 12 }
	),
	queries: fc.array(text, { minLength: 3, maxLength: 3 })
});

describe('search in a random household', () => {
	const worlds: World[] = [];
	beforeAll(async () => void worlds.push(...(await Promise.all(providers.map(openWorld)))));
	afterAll(() => Promise.all(worlds.map((world) => world.close())));

	it(
		'finds the same in the same order on both databases, as a naive search does',
		{ timeout: 120_000 },
		async () => {
			await fc.assert(
				fc.asyncProperty(drawn, async (household) => {
					const askers = await Promise.all(worlds.map((world) => build(world, household)));
					for (const query of household.queries) {
						const expected = expectedHits(household, query);
						for (const [index, world] of worlds.entries()) {
							const asker = askers[index] ?? visitor;
							const { hits, hitCount } = await world.ask(search.search, asker, { query });
							expect(hitCount).toBe(expected.length);
							expect(
								hits.map(({ kind, listUid, itemUid }) => `${kind.slice(16)} ${itemUid || listUid}`),
								`${providers[index]} ${query}`
							).toEqual(expected);
						}
					}
				}),
				{ numRuns: 60 }
			);
		}
	);
});

type Household = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

async function build(world: World, household: Household): Promise<Caller> {
	await world.database.writer.member.deleteMany();
	const ada = await world.member('Ada');
	const rows = newRows(world.now());
	const ben = rows.member('Ben');
	const deletedAt = (deleted: boolean) => (deleted ? world.now() : null);
	for (const [number, { name, reached, deleted }] of household.lists.entries())
		rows.list(ben, {
			uid: `lst_${number}`,
			name,
			nameWords: wordsOf(name),
			sharing: reached ? 'SHARING_INSTANCE' : 'SHARING_PRIVATE',
			deletedAt: deletedAt(deleted)
		});
	for (const [number, { on, label, quantity, note, deleted }] of household.items.entries())
		rows.item(`lst_${on % household.lists.length}`, {
			uid: `itm_${number}`,
			label,
			labelWords: wordsOf(label),
			quantity,
			quantityWords: wordsOf(quantity),
			note,
			noteWords: wordsOf(note),
			deletedAt: deletedAt(deleted)
		});
	await rows.write(world.database);
	return ada;
}

/** The naive search: compares every text word by word. */
function expectedHits({ lists: all, items: things }: Household, query: string): string[] {
	const wanted = wordsOf(query).split(' ').filter(Boolean);
	const holds = (words: string) => {
		const own = words.split(' ');
		return wanted.every((one, index) =>
			own.some((other) => (index === wanted.length - 1 ? other.startsWith(one) : other === one))
		);
	};
	const seen = (number: number) => all[number]?.reached && !all[number]?.deleted;
	const texts = [
		...all.flatMap(({ name }, number) =>
			seen(number) ? [{ kind: 'LIST', uid: `lst_${number}`, words: wordsOf(name) }] : []
		),
		...things.flatMap(({ on, label, quantity, note, deleted }, number) => {
			const uid = `itm_${number}`;
			if (deleted || !seen(on % all.length)) return [];
			return [
				{ kind: 'ITEM', uid, words: wordsOf(label) },
				...(holds(wordsOf(label)) ? [] : [{ kind: 'QUANTITY', uid, words: wordsOf(quantity) }]),
				{ kind: 'NOTE', uid, words: wordsOf(note) }
			];
		})
	];
	const whole = wanted.join(' ');
	const closeness = (words: string) => (words === whole ? 0 : words.startsWith(whole) ? 1 : 2);
	const kinds = ['LIST', 'ITEM', 'QUANTITY', 'NOTE'];
	const key = ({ kind, uid, words }: (typeof texts)[number]) =>
		`${closeness(words)} ${kinds.indexOf(kind)} ${String(Array.from(words).length).padStart(6, '0')} ${uid}`;
	const found =
		wanted.length === 0 ? [] : texts.filter(({ words }) => words !== '' && holds(words));
	return found
		.sort((one, other) => (key(one) < key(other) ? -1 : 1))
		.map(({ kind, uid }) => `${kind === 'QUANTITY' ? 'ITEM' : kind} ${uid}`);
}
