// Reading a list that has grown for a year costs a number of tokens that a model can afford.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { part } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { openCast, type Cast } from '../support/household.ts';
import { tokensIn } from '../support/model-tokens.ts';

let cast: Cast;
let bearer: string;
let lists: { plain: string; rich: string; long: string; japanese: string };
const size = 1_000;

beforeAll(async () => {
	cast = await openCast('sqlite');
	bearer = await cast.write((rows) => rows.pair(cast.ada.uid));
	lists = await cast.write((rows) => {
		const filled = (name: string, given: (number: number) => Record<string, unknown>) => {
			const list = rows.list(cast.ada.uid, { name, nameWords: name });
			for (let number = 0; number < size; number += 1)
				rows.item(list, { labelWords: '', addedByUid: cast.ada.uid, ...given(number) });
			return list;
		};
		const ticked = { doneAt: new Date('2026-11-20T09:00:00Z'), doneByUid: cast.ada.uid };
		return {
			plain: filled('plain', (number) => ({
				label: `Tinned tomatoes ${number}`,
				...(number % 5 === 0 ? {} : ticked)
			})),
			rich: filled('rich', (number) => ({
				label: `Bathroom towels, the large ones ${number}`,
				quantity: '2 packets of 6',
				dueOn: '2031-05-09',
				note: 'as soft as can be '.repeat(100),
				...ticked
			})),
			long: filled('long', () => ({ label: 'wxyz '.repeat(100).trim() })),
			japanese: filled('japanese', (number) => ({
				label: `${'卵と牛乳とパンを買う'.repeat(5)}${number}`
			}))
		};
	});
});
afterAll(() => cast.close());

async function read(list: string, given: Record<string, unknown> = {}) {
	const { body } = await askedOf(cast.origin, { bearer }, 'tools/call', {
		name: 'get_list',
		arguments: { list, ...given }
	});
	const result = part(body, 'result');
	const content = part(result, 'content');
	const text = Array.isArray(content) ? String(part(content[0], 'text')) : JSON.stringify(body);
	const structured = part(result, 'structuredContent');
	const items = part(structured, 'items');
	const labels = (Array.isArray(items) ? items : []).map((item) => String(part(item, 'label')));
	return {
		text,
		labels,
		tokens: tokensIn(text) + tokensIn(JSON.stringify(structured ?? null)),
		structured
	};
}

it.each(['plain', 'rich', 'long', 'japanese'] as const)(
	'1,000 items cost at most 15,000 tokens: %s',
	async (name) => {
		for (const given of [{}, { includeDone: true }]) {
			const { tokens, labels } = await read(lists[name], given);
			expect(tokens).toBeLessThanOrEqual(15_000);
			if (name !== 'rich' || 'includeDone' in given) expect(labels.length).toBeGreaterThan(10);
		}
	}
);

it('open items are shown, and the number of ticked ones', async () => {
	const { text, labels, structured } = await read(lists.plain);
	expect(labels.slice(0, 2)).toEqual(['Tinned tomatoes 0', 'Tinned tomatoes 5']);
	expect(text).toMatch(/^lst_\S+ "plain" · 200 open, 800 ticked\n/);
	expect(text).toMatch(
		/\n… and 100 more: read on with afterItemUid itm_\S+\.\n800 ticked items not shown: ask with includeDone to see them\.$/
	);
	expect(structured).toMatchObject({ moreCount: 100, list: { openCount: 200, doneCount: 800 } });
});

it('all of a list is read page after page, each item once and in order', async () => {
	const seen: string[] = [];
	let afterItemUid: string | undefined;
	for (let page = 0; page < 20; page += 1) {
		const { labels, text } = await read(lists.plain, {
			...{ includeDone: true, limit: 300 },
			...(afterItemUid ? { afterItemUid } : {})
		});
		seen.push(...labels);
		afterItemUid = /afterItemUid (itm_[\w-]{22})/.exec(text)?.[1];
		if (!afterItemUid) break;
	}
	expect(seen).toEqual(Array.from({ length: size }, (_, number) => `Tinned tomatoes ${number}`));
});

it('an invalid page is refused', async () => {
	for (const [given, sentence] of [
		[{ limit: 0 }, 'The limit is at least 1.'],
		[{ limit: 1001 }, 'The limit is at most 1,000.'],
		[{ limit: 'all' }, 'The limit is a whole number.'],
		[{ afterItemUid: 'itm_none' }, 'The item to read on after is not on this list any more.']
	] as const)
		expect((await read(lists.plain, given)).text).toContain(sentence);
});
