// Ten tasks that people give an assistant, as tool calls. Every uid in a call was in an earlier answer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { part } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { openCast, type Cast, type Rows } from '../support/household.ts';

let cast: Cast;
beforeAll(async () => void (cast = await openCast('sqlite')));
afterAll(() => cast.close());

type Call = (tool: string, given: Record<string, unknown>) => Promise<string>;

/** Groceries with what a week leaves on them, a house with things to mend, an archived list, and the kids. */
function household(rows: Rows, ada: string, ben: string) {
	const list = (name: string, given = {}) =>
		rows.list(ada, { name, nameWords: name.toLowerCase(), ...given });
	const groceries = list('Groceries');
	const house = list('House');
	const item = (listUid: string, label: string, given = {}) =>
		rows.item(listUid, { label, labelWords: label.toLowerCase(), addedByUid: ada, ...given });
	const bought = { doneAt: new Date(), doneByUid: ben };
	const on = ['Eggs', 'Bread', 'Rice', 'Tomatoes', 'Coffee', 'Butter', 'Onions', 'Salt', 'bread'];
	const open = on.map((label) => item(groceries, label, { quantity: '1' }));
	const milk = item(groceries, 'Milk', { quantity: '2 l', dueOn: '2031-05-09', addedByUid: ben });
	for (const label of ['Tea', 'Sugar', 'Flour', 'Apples']) item(groceries, label, bought);
	const note = { note: 'from the hardware store', noteWords: 'from the hardware store' };
	const hardware = ['Light bulbs', 'Screws', 'Paint'].map((label) => item(house, label, note));
	for (const label of ['Call the plumber', 'Sweep the chimney', 'Sort the attic'])
		item(house, label);
	const old = list('Old house', { archivedAt: new Date() });
	const boiler = item(old, 'Boiler service', { note: 'last in March', noteWords: 'last in march' });
	// All of them share one household, so each has a group with a name of its own.
	const kids = `Kids of ${ada}`;
	rows.group(kids, [ben]);
	return { groceries, house, open, milk, hardware, boiler, kids };
}

type Household = ReturnType<typeof household>;

/** Each task, with the most calls and the most bytes of answers that it may take. */
const tasks: Record<
	string,
	[calls: number, bytes: number, (call: Call, home: Household) => Promise<void>]
> = {
	'carbonara for four, but for what is there': [
		2,
		3_800,
		async (call) => {
			await call('get_list', { list: 'groceries' });
			const items = [
				{ label: 'Spaghetti', quantity: '400 g' },
				{ label: 'Bacon', quantity: '150 g' }
			];
			expect(await call('add_items', { list: 'groceries', items })).toContain('"Groceries"');
		}
	],
	'what is due, and who added it': [
		1,
		500,
		async (call) => {
			expect(await call('get_dated_items', { to: '2031-05-12' })).toMatch(
				/"Milk".* · added by "Ben" · on "Groceries"/
			);
		}
	],
	'all from the hardware store onto a list of its own': [
		3,
		2_400,
		async (call, { hardware }) => {
			await call('search', { query: 'hardware store' });
			await call('create_list', { name: 'Hardware store' });
			expect(await call('move_items', { itemUids: hardware, toList: 'hardware store' })).toMatch(
				/^Moved 3 items to lst_\S+ "Hardware store"/
			);
		}
	],
	'tick all but the milk': [
		2,
		4_800,
		async (call, { open }) => {
			await call('get_list', { list: 'Groceries' });
			expect(await call('tick_items', { itemUids: open, done: true })).toMatch(
				/^Ticked 9 items on lst_/
			);
		}
	],
	'share with the kids, to see': [
		1,
		500,
		async (call, home) => {
			const kids = { sharing: 'SHARING_SPECIFIC', groups: [home.kids] };
			expect(await call('share_list', { list: 'Groceries', ...kids })).toContain(
				`Shared with the members of "${home.kids}", who may see it, not change it.`
			);
		}
	],
	'clear what is ticked, and bring it back': [
		2,
		2_400,
		async (call) => {
			const cleared = await call('clear_done', { list: 'Groceries' });
			const uids = cleared.match(/itm_[\w-]{22}/g) ?? [];
			expect(await call('restore_entries', { uids })).toMatch(/^Restored 4 entries:/);
		}
	],
	'what is there twice': [
		2,
		3_400,
		async (call, { open }) => {
			await call('get_list', { list: 'Groceries' });
			expect(await call('delete_items', { itemUids: open.slice(-1) })).toMatch(
				/^Deleted 1 item from /
			);
		}
	],
	'rename a list': [
		1,
		500,
		async (call) => {
			expect(await call('change_list', { list: 'house', name: 'Home' })).toMatch(
				/^Changed: lst_\S+ "Home"/
			);
		}
	],
	'a due date for five things': [
		2,
		4_400,
		async (call, { open }) => {
			await call('get_list', { list: 'Groceries' });
			const items = open.slice(0, 5).map((itemUid) => ({ itemUid, dueOn: '2031-05-10' }));
			expect(await call('change_items', { items })).toMatch(/^Changed 5 items on /);
		}
	],
	'when was the boiler done, on archived lists too': [
		2,
		1_200,
		async (call, { boiler }) => {
			await call('search', { query: 'boiler' });
			expect(await call('get_item', { itemUid: boiler })).toMatch(
				/archived\nIts note:\n> last in March/
			);
		}
	],
	'no, not that: take the last change back': [
		4,
		5_400,
		async (call, { open }) => {
			await call('get_list', { list: 'Groceries' });
			await call('tick_items', { itemUids: open.slice(0, 2), done: true });
			const did = await call('get_own_changes', {});
			const numbers = did.split('\n').map((line) => Number(/^\d+/.exec(line)?.[0]));
			expect(await call('undo_own_changes', { numbers })).toMatch(/^Undid 2 changes:/);
		}
	]
};

it.each(Object.entries(tasks))('%s', async (name, [mostCalls, mostBytes, task]) => {
	const { home, bearer } = await cast.write((rows) => {
		const ada = rows.member('Ada');
		const ben = rows.member('Ben');
		return { home: household(rows, ada, ben), bearer: rows.token(ada, { name: 'Claude' }).secret };
	});
	const answers: string[] = [];
	const call: Call = async (tool, given) => {
		for (const uid of JSON.stringify(given).match(/(itm|lst|grp)_[\w-]{22}/g) ?? [])
			expect(answers.join(), `${tool} is given what no answer has said`).toContain(uid);
		const { body } = await askedOf(cast.origin, { bearer }, 'tools/call', {
			name: tool,
			arguments: given
		});
		const result = part(body, 'result');
		const content = part(result, 'content');
		const text = Array.isArray(content) ? String(part(content[0], 'text')) : JSON.stringify(body);
		expect(part(result, 'isError'), text).not.toBe(true);
		answers.push(JSON.stringify([text, part(result, 'structuredContent')]));
		return text;
	};
	await task(call, home);
	const bytes = Buffer.byteLength(answers.join(''));
	expect(answers.length).toBeLessThanOrEqual(mostCalls);
	expect(bytes).toBeLessThanOrEqual(mostBytes);
});
