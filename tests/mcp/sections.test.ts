// Assistants read the sections of a list, and name the section that an item goes to, which is created if there is none.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { part } from '../support/answers.ts';
import { assistantOf } from '../support/assistant.ts';
import { openCast, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('the sections of a list, to an assistant on %s', (provider) => {
	let cast: Cast;
	let assistant: Client;
	let home: { list: string; dairy: string; soap: string; milk: string };
	beforeAll(async () => {
		cast = await openCast(provider);
		assistant = await assistantOf(cast.origin, await tokenWith(['read', 'write']));
	});
	afterAll(async () => {
		await assistant.close();
		await cast.close();
	});
	beforeEach(async () => {
		home = await cast.write((rows) => {
			const list = rows.list(cast.ada.uid);
			const dairy = rows.section(list, { name: 'Crème & Dairy' });
			rows.section(list, { name: 'Bakery' });
			const soap = rows.item(list, { label: 'Soap', addedByUid: cast.ada.uid });
			const milk = rows.item(list, { label: 'Milk', addedByUid: cast.ada.uid, sectionUid: dairy });
			return { list, dairy, soap, milk };
		});
	});

	const tokenWith = async (abilities: ('read' | 'write' | 'delete')[]) =>
		(await cast.write((rows) => rows.token(cast.ada.uid, { name: 'Claude', abilities }))).secret;

	async function use(name: string, given: Record<string, unknown>, client = assistant) {
		const { content, structuredContent, isError } = await client.callTool({
			name,
			arguments: given
		});
		const text = String(part(Array.isArray(content) ? content[0] : undefined, 'text'));
		return { text: isError ? `Refused: ${text}` : text, structured: structuredContent };
	}

	/** As `Soap | Dairy: Milk`. */
	async function read(): Promise<string> {
		const { structured } = await use('get_list', { list: home.list });
		const items = part(structured, 'items');
		const sections = part(structured, 'sections');
		if (!Array.isArray(items) || !Array.isArray(sections)) throw new Error('no list was read');
		const under = (uid?: string) =>
			items.flatMap(({ sectionUid, label }) => (sectionUid === uid ? [label] : [])).join(', ');
		return [under(), ...sections.map(({ uid, name }) => `${name}: ${under(uid)}`)].join(' | ');
	}

	it('are read with the list, each before its first item', async () => {
		const { text } = await use('get_list', { list: home.list });
		expect(
			text
				.split('\n')
				.slice(1)
				.map((line) => line.replaceAll(/(sec|itm)_[\w-]{22}/g, '…'))
		).toEqual([
			'… [ ] "Soap" · added by "Ada"',
			'Section … "Crème & Dairy":',
			'… [ ] "Milk" · added by "Ada"',
			'Section … "Bakery": nothing here.'
		]);
		expect(await read()).toBe('Soap | Crème & Dairy: Milk | Bakery: ');
	});

	it('are in the list as text, in what fetch returns and beside a prompt', async () => {
		await use('tick_items', { itemUids: [home.milk], done: true });
		const whole = await use('get_list', { list: home.list, includeDone: true });
		const resource = await assistant.readResource({ uri: `hearth://lists/${home.list}/text` });
		expect(part(resource.contents[0], 'text')).toBe(whole.text);
		expect(whole.text).toMatch(/\nSection sec_\S+ "Crème & Dairy":\nitm_\S+ \[x\] "Milk"/);
		const { structured } = await use('fetch', { id: home.list });
		expect(part(structured, 'text')).toBe(whole.text);
		const { messages } = await assistant.getPrompt({
			name: 'tidy_list',
			arguments: { list: home.list }
		});
		expect(part(part(messages[1]?.content, 'resource'), 'text')).toBe(whole.text);
	});

	it('whose items are all on another page or ticked are not said to hold nothing', async () => {
		const { text } = await use('get_list', { list: home.list, limit: 1 });
		expect(text).toMatch(/\nSection sec_\S+ "Crème & Dairy": its items are not shown\.\n/);
		expect(text).toMatch(/\nSection sec_\S+ "Bakery": nothing here\.\n/);
		await use('tick_items', { itemUids: [home.milk], done: true });
		expect((await use('get_list', { list: home.list })).text).toMatch(
			/\nSection sec_\S+ "Crème & Dairy": its items are not shown\.\n/
		);
	});

	it('get added items, and are created where none has the name', async () => {
		const items = [
			{ label: 'Butter', section: 'creme & dairy' },
			{ label: 'Bread', section: 'Bakery' },
			{ label: 'Peas', section: 'Frozen' },
			{ label: 'Ice', section: 'frozen' },
			{ label: 'Milk' },
			{ label: 'Tea', section: '' }
		];
		expect((await use('add_items', { list: home.list, items })).text).toMatch(/^Added 6 items/);
		expect(await read()).toBe(
			'Soap, Milk, Tea | Crème & Dairy: Milk, Butter | Bakery: Bread | Frozen: Peas, Ice'
		);
	});

	it('are named where items are added, and said to be new beside the others that there are', async () => {
		const plain = (text: string) => text.replaceAll(/(sec|itm|lst)_[\w-]{22}/g, '…');
		const items = [{ label: 'Butter', section: 'Diary' }, { label: 'Milk' }, { label: 'Peas' }];
		await use('move_items', { itemUids: [home.milk], section: 'Bakery' });
		const { text, structured } = await use('add_items', { list: home.list, items });
		expect(plain(text).split('\n').slice(1)).toEqual([
			'… [ ] "Butter" · added by "Ada" through "Claude" · in "Diary"',
			'… [ ] "Milk" · added by "Ada" through "Claude" · in "Bakery"',
			'… [ ] "Peas" · added by "Ada" through "Claude"',
			'Created the section … "Diary".',
			'The list had these sections before: "Crème & Dairy", "Bakery".',
			'On the list already under the same name, and left as it was:',
			'… [ ] "Milk" · added by "Ada"'
		]);
		const [bakery, diary] = await cast.database.reader.section.findMany({
			where: { listUid: home.list, name: { in: ['Bakery', 'Diary'] } },
			orderBy: { name: 'asc' },
			select: { uid: true, name: true }
		});
		expect(structured).toMatchObject({
			items: [{ sectionUid: diary?.uid }, { sectionUid: bakery?.uid }, {}],
			sections: [bakery, diary]
		});
		const move = () => use('move_items', { itemUids: [home.soap], section: 'Drugs' });
		expect(plain((await move()).text)).toBe(
			`Moved 1 item to … "Groceries", to the top of the section "Drugs".
Created the section … "Drugs".
The list had these sections before: "Crème & Dairy", "Bakery", "Diary".`
		);
		expect((await move()).text).not.toContain('Created');
	});

	it('get moved items, and remember their labels', async () => {
		const { soap: itemUid, milk } = home;
		await use('move_items', { itemUids: [itemUid, milk], section: 'Drugstore' });
		expect(await read()).toBe(' | Crème & Dairy:  | Bakery:  | Drugstore: Soap, Milk');
		await use('move_items', { itemUids: [milk], section: '' });
		await use('add_items', { list: home.list, items: [{ label: '2 soap' }] });
		expect(await read()).toBe('Milk | Crème & Dairy:  | Bakery:  | Drugstore: Soap, 2 soap');
	});

	it('are named where items are moved to their top', async () => {
		const moved = await use('move_items', { itemUids: [home.soap], section: 'Bakery' });
		expect(moved.text).toMatch(/, to the top of the section "Bakery"\.$/);
		const out = await use('move_items', { itemUids: [home.soap], section: '' });
		expect(out.text).toMatch(/, to the top, in no section\.$/);
	});

	it('are named by uid where the token may not read, and not by name', async () => {
		const writer = await assistantOf(cast.origin, await tokenWith(['write']));
		const add = (section: string) =>
			use('add_items', { list: home.list, items: [{ label: 'Butter', section }] }, writer);
		expect((await add(home.dairy)).text).toMatch(/^Added 1 item/);
		expect((await add('Bakery')).text).toMatch(/^Refused/);
		await writer.close();
		expect(await read()).toBe('Soap | Crème & Dairy: Milk, Butter | Bakery: ');
	});

	it.each<[what: string, tool: string, given: (h: typeof home) => Record<string, unknown>]>([
		['a date that does not exist', 'add_items', () => added({ dueOn: '2026-02-30' })],
		['a second label that is blank', 'add_items', () => added({}, { label: '  ' })],
		['a second section name too long', 'add_items', () => added({}, { section: 'z'.repeat(101) })],
		['an item that is not there', 'move_items', ({ soap }) => moved([soap, `itm_${none}`])],
		[
			'a place that is not there',
			'move_items',
			({ soap }) => ({ ...moved([soap]), afterItemUid: `itm_${none}` })
		]
	])('are not made by a call that is refused for %s', async (_what, tool, given) => {
		const { text } = await use(tool, { ...given(home), ...(tool === 'add_items' && at()) });
		expect(text).toMatch(/^Refused/);
		expect(await read()).toBe('Soap | Crème & Dairy: Milk | Bakery: ');
	});

	const none = 'A'.repeat(22);
	const at = () => ({ list: home.list });
	const added = (...items: Record<string, unknown>[]) => ({
		items: items.map((item) => ({ label: 'Peas', section: 'Frozen', ...item }))
	});
	const moved = (itemUids: string[]) => ({ itemUids, section: 'Frozen' });

	it.each(['sec_nope', `sec_${none}`, ` SEC_${none}x`, 'sec_'])(
		'are not created from what looks like a uid and is none: %s',
		async (section) => {
			const said = /^Refused: That section is not on this list\./;
			const ofSecond = /^Refused: items\[1\] \("Peas"\): That section is not on this list\./;
			const calls = [
				[ofSecond, 'add_items', { ...at(), ...added({}, { section }) }],
				[said, 'move_items', { ...moved([home.soap]), section }],
				[said, 'move_items', { ...moved([home.milk]), toList: home.list, section }]
			] as const;
			for (const [refused, tool, given] of calls)
				expect((await use(tool, given)).text).toMatch(refused);
			expect(await read()).toBe('Soap | Crème & Dairy: Milk | Bakery: ');
		}
	);

	it('that are no text are refused, with the item that names one', async () => {
		const { text } = await use('add_items', { ...at(), ...added({}, { section: 5 }) });
		expect(text).toMatch(
			/^Refused: items\[1\] \("Peas"\): A section is named by its uid or its name\./
		);
	});

	it('are found by a name that looks like a uid where a person has given it', async () => {
		await cast.write((rows) => rows.section(home.list, { name: 'sec_tools', rank: 9 }));
		await use('move_items', { itemUids: [home.soap], section: 'Sec_Tools' });
		expect(await read()).toBe(' | Crème & Dairy: Milk | Bakery:  | sec_tools: Soap');
	});

	it('are created once for one idempotency key, by two calls at once', async () => {
		const add = () =>
			use('add_items', { ...at(), ...added({}), idempotencyKey: `once-${home.list}` });
		const [one, other] = await Promise.all([add(), add()]);
		expect(one).toEqual(other);
		expect(one.text).toMatch(/^Added 1 item/);
		const move = () =>
			use('move_items', {
				...{ itemUids: [home.soap], section: 'Drugstore' },
				idempotencyKey: `moved-${home.list}`
			});
		await Promise.all([move(), move()]);
		expect(await read()).toBe(' | Crème & Dairy: Milk | Bakery:  | Frozen: Peas | Drugstore: Soap');
	});

	it('are created once for one name, by different calls at once', async () => {
		const add = (label: string) => use('add_items', { ...at(), ...added({ label }) });
		await Promise.all(['Peas', 'Ice', 'Fish'].map(add));
		expect(await read()).toMatch(/\| Bakery: {2}\| Frozen: \w+, \w+, \w+$/);
	});

	it('are not created when the list has the most sections that it may have', async () => {
		await cast.write((rows) => {
			for (let count = 2; count < 99; count += 1) rows.section(home.list, { name: `No ${count}` });
		});
		const add = (...names: string[]) =>
			use('add_items', { ...at(), ...added(...names.map((section) => ({ section }))) });
		expect((await add('One', 'Two')).text).toMatch(/^Refused: .*100 sections/);
		expect(await read()).not.toContain('One');
		expect((await add('One', 'one')).text).toMatch(/^Added 2 items/);
		expect(await read()).toMatch(/\| One: Peas, Peas$/);
	});

	it('cannot be those of a list that the token does not reach', async () => {
		const theirs = await cast.write((rows) => rows.section(rows.list(cast.ben.uid)));
		const items = [{ label: 'Butter', section: theirs }];
		expect((await use('add_items', { list: home.list, items })).text).toMatch(
			/^Refused: .*not on this list/s
		);
	});
});
