// What each tool does and answers, through the published MCP client, on both databases.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFields } from '../../src/lib/server/items/fields.ts';
import { lean } from '../../src/lib/server/mcp/lean.ts';
import { offered } from '../../src/lib/server/mcp/tools.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { part } from '../support/answers.ts';
import { assistantOf, oldAssistantOf } from '../support/assistant.ts';
import { openCast, type Cast, type TokenGiven } from '../support/household.ts';
import type { Client as RestClient } from '../support/client.ts';
import { providers } from '../support/world.ts';

describe.each(providers)('on %s', (provider) => {
	let cast: Cast;
	let assistant: Client;
	/** A REST client with Ada's pair, to check the results. */
	let rest: RestClient;

	beforeAll(async () => {
		cast = await openCast(provider);
		const pair = await cast.write((rows) => rows.pair(cast.ada.uid));
		assistant = await assistantOf(cast.origin, pair);
		rest = cast.bearer(pair);
	});
	afterAll(async () => {
		await assistant.close();
		await cast.close();
	});

	/** The text and the structured answer of a tool; throws if it refuses. */
	async function use(name: string, given: Record<string, unknown> = {}) {
		const answer = await assistant.callTool({ name, arguments: given });
		if (answer.isError) throw new Error(textOf(answer));
		return { text: textOf(answer), structured: answer.structuredContent };
	}

	/** Calls tools with a new access token of Ada's. */
	async function asToken(given: TokenGiven = {}) {
		const { secret } = await cast.write((rows) =>
			rows.token(cast.ada.uid, { name: 'Claude', ...given })
		);
		const client = await assistantOf(cast.origin, secret);
		return {
			use: async (name: string, given: Record<string, unknown> = {}) => {
				const answer = await client.callTool({ name, arguments: given });
				if (answer.isError) throw new Error(textOf(answer));
				return { text: textOf(answer), structured: answer.structuredContent };
			},
			close: () => client.close()
		};
	}

	const refusal = async (name: string, given: Record<string, unknown>): Promise<string> =>
		use(name, given).then(
			({ text }) => `It was done: ${text}`,
			(error: Error) => error.message
		);

	let number = 0;

	/** A list of Ada's with milk, eggs (ticked) and bread on it. */
	async function groceries() {
		number += 1;
		const name = `Groceries ${number}`;
		const made = await cast.write((rows) => {
			const list = rows.list(cast.ada.uid, { name, nameWords: name.toLowerCase() });
			const milk = { label: 'Milk', labelWords: 'milk', quantity: '2 l', dueOn: '2026-11-22' };
			const doneAt = new Date('2026-11-20T09:00:00Z');
			return {
				list,
				milk: rows.item(list, milk),
				eggs: rows.item(list, {
					label: 'Eggs',
					labelWords: 'eggs',
					doneAt,
					doneByUid: cast.ada.uid
				}),
				bread: rows.item(list, {
					label: 'Bread',
					labelWords: 'bread',
					note: 'the dark one',
					noteWords: 'the dark one'
				})
			};
		});
		return { ...made, name };
	}

	const on = async (listUid: string) => (await rest.ask(lists.getList, { listUid })).items;
	const labels = async (listUid: string) => (await on(listUid)).map(({ label }) => label);

	const does: Record<string, () => Promise<void>> = {
		get_reach: async () => {
			const { text, structured } = await use('get_reach');
			expect(text).toMatch(
				/^You act for mem_\S+ "Ada" · admin\nYou may read, write, delete · until /
			);
			const archivedAt = new Date();
			const old = await cast.write((rows) =>
				rows.list(cast.ada.uid, { name: 'Old garden', archivedAt })
			);
			expect((await use('get_reach')).text).toContain(`${old} "Old garden" · archived`);
			expect(structured).toMatchObject({ member: { name: 'Ada' }, allLists: true });
		},
		get_lists: async () => {
			const { list, name } = await groceries();
			const { text } = await use('get_lists');
			expect(text).toContain(`${list} "${name}" · 2 open, 1 ticked`);
		},
		get_list: async () => {
			const { list, name, milk, eggs, bread } = await groceries();
			const byName = await use('get_list', { list: name });
			expect(byName.text).toBe(
				[
					`${list} "${name}" · 2 open, 1 ticked`,
					`${milk} [ ] "Milk" · "2 l" · due 2026-11-22`,
					`${bread} [ ] "Bread" · has a note`,
					'1 ticked item not shown: ask with includeDone to see it.'
				].join('\n')
			);
			expect(await use('get_list', { list })).toEqual(byName);
			const all = await use('get_list', { list, includeDone: true });
			expect(all.text).toContain(`\n${eggs} [x] "Eggs" · ticked by "Ada"\n`);
			const whole = await rest.ask(lists.getList, { listUid: list });
			const shown = whole.items.map(({ note, doneByUid: _, ...item }) => ({
				...item,
				hasNote: note !== ''
			}));
			expect(all.structured).toEqual(lean({ list: whole.list, items: shown, moreCount: 0 }));
		},
		get_item: async () => {
			const { bread, name, list } = await groceries();
			const { text, structured } = await use('get_item', { itemUid: bread });
			expect(text).toBe(
				`${bread} [ ] "Bread" · has a note\non ${list} "${name}"\nIts note:\n> the dark one`
			);
			const { item, list: on } = await rest.ask(items.getItem, { itemUid: bread });
			const { uid, canEdit, archivedAt } = on;
			expect(structured).toEqual(lean({ item, list: { uid, name, canEdit, archivedAt } }));
		},
		search: async () => {
			const { bread, list, name } = await groceries();
			const { text, structured } = await use('search', { query: 'brea' });
			expect(part(structured, 'results')).toContainEqual({
				id: bread,
				title: `Bread (${name})`,
				url: `${cast.origin}/items/${bread}`,
				text: 'Bread',
				metadata: { where: 'label', listUid: list, listName: name }
			});
			const inNotes = await use('search', { query: 'dark one' });
			expect(part(inNotes.structured, 'results')).toContainEqual({
				id: bread,
				title: `Bread (${name})`,
				url: `${cast.origin}/items/${bread}`,
				text: 'the dark one',
				metadata: { where: 'note', listUid: list, listName: name }
			});
			await use('change_items', { items: [{ itemUid: bread, quantity: 'three loaves' }] });
			const inQuantities = await use('search', { query: 'three lo' });
			expect(part(inQuantities.structured, 'results')).toContainEqual({
				id: bread,
				title: `Bread (${name})`,
				url: `${cast.origin}/items/${bread}`,
				text: 'three loaves',
				metadata: { where: 'quantity', listUid: list, listName: name }
			});
			expect(Number(part(structured, 'hitCount'))).toBeGreaterThan(0);
			expect(JSON.parse(text)).toEqual(structured);
		},
		fetch: async () => {
			const { list, bread, name } = await groceries();
			const item = await use('fetch', { id: bread });
			expect(item.structured).toMatchObject({
				id: bread,
				title: `Bread (${name})`,
				text: expect.stringContaining('the dark one'),
				url: `${cast.origin}/items/${bread}`,
				metadata: { kind: 'item', listUid: list, listName: name }
			});
			expect(JSON.parse(item.text)).toEqual(item.structured);
			expect((await use('fetch', { id: list })).structured).toMatchObject({
				id: list,
				title: name,
				text: expect.stringContaining('[x] "Eggs"'),
				url: `${cast.origin}/lists/${list}`
			});
		},
		get_dated_items: async () => {
			const { milk, name } = await groceries();
			const { text } = await use('get_dated_items', { to: '2026-11-22' });
			expect(text).toContain(`${milk} [ ] "Milk" · "2 l" · due 2026-11-22 · on "${name}"`);
			expect((await use('get_dated_items', { to: '2026-11-21' })).text).toBe('Nothing is due.');
		},
		get_people: async () => {
			const group = await cast.write((rows) => rows.group('Cooks', [cast.ben.uid]));
			const { text } = await use('get_people');
			expect(text).toContain(`${cast.ben.uid} "Ben"`);
			expect(text).toContain(`${group} group "Cooks" · with "Ben"`);
		},
		get_sharing: async () => {
			const { list } = await groceries();
			const how = async () => (await use('get_sharing', { list })).text;
			expect(await how()).toBe('Owned by "Ada". Private: nobody else sees it.');
			await use('share_list', { list, sharing: 'SHARING_INSTANCE', canEdit: true });
			expect(await how()).toBe(
				'Owned by "Ada". Shared with everyone in the household, who may see and change it.'
			);
			const kids = await cast.write((rows) => rows.group('Kids', [cast.ben.uid]));
			const named = { members: [cast.ben.uid], groups: [kids] };
			await use('share_list', { list, sharing: 'SHARING_SPECIFIC', ...named });
			const { text, structured } = await use('get_sharing', { list });
			expect(text).toBe(
				[
					'Owned by "Ada". Shared with "Ben" and the members of "Kids", who may see it, not change it.',
					`${cast.ben.uid} "Ben"`,
					`${kids} group "Kids"`
				].join('\n')
			);
			expect(structured).toMatchObject({
				members: [{ uid: cast.ben.uid, name: 'Ben' }],
				groups: [{ uid: kids, name: 'Kids' }],
				canEdit: false
			});
		},
		get_activity: async () => {
			await shareWithAda();
			const { text, structured } = await use('get_activity');
			expect(text).toMatch(/^lst_\S+ "Ben shared “Camping” with you\." · .* · unread$/m);
			expect(Number(part(structured, 'unreadCount'))).toBeGreaterThan(0);
		},
		get_own_changes: async () => {
			const { list, milk, name } = await groceries();
			const claude = await asToken();
			await claude.use('tick_items', { itemUids: [milk], done: true });
			const { text } = await claude.use('get_own_changes');
			expect(text).toMatch(
				new RegExp(`^\\d+ \\S+Z item\\.ticked ${milk} "Milk" on ${list} "${name}"$`)
			);
			await claude.close();
		},
		undo_own_changes: async () => {
			const { list, milk, bread } = await groceries();
			const before = await on(list);
			const claude = await asToken();
			const items = [{ itemUid: milk, label: 'Oat milk' }];
			await claude.use('change_items', { items });
			await claude.use('move_items', { itemUids: [bread] });
			const { text } = await claude.use('undo_own_changes', { since: '2026-01-01T00:00:00Z' });
			expect(text).toMatch(/^Undid 2 changes:\n(\d+ .* · undone since\n?){2}$/);
			expect(await on(list)).toEqual(before);
			await claude.close();
		},
		mark_activity_read: async () => {
			await shareWithAda();
			await use('mark_activity_read');
			expect((await use('get_activity')).structured).toMatchObject({ unreadCount: 0 });
		},
		create_list: async () => {
			const { text, structured } = await use('create_list', { name: 'Hardware' });
			expect(text).toMatch(/^Created: lst_\S+ "Hardware" · 0 open, 0 ticked$/);
			expect(structured).toMatchObject({ list: { sharing: 'SHARING_PRIVATE', name: 'Hardware' } });
			expect((await use('create_list', { name: 'Hardware' })).text).toMatch(
				/\nAnother list has this name too:\nlst_\S+ "Hardware"$/
			);
		},
		change_list: async () => {
			const { list, name } = await groceries();
			const wanted = { name: 'Old groceries', archived: true, pinned: true };
			const { text } = await use('change_list', { list: name, ...wanted });
			expect(text).toMatch(/^Changed: lst_\S+ "Old groceries" · .* · pinned · archived$/m);
			await use('change_list', { list, archived: false });
			expect((await use('change_list', { list, archived: false, pinned: true })).text).toMatch(
				/^Nothing was changed; it was so already: lst_/
			);
			expect(await refusal('change_list', { list })).toMatch(
				/^Say what to change of the list: name, archived, pinned or addsOnTop\./
			);
			expect((await rest.ask(lists.getList, { listUid: list })).list).toMatchObject({
				name: 'Old groceries',
				archivedAt: '',
				isPinned: true
			});
		},
		duplicate_list: async () => {
			const { list, name, eggs } = await groceries();
			const { text } = await use('duplicate_list', { list: name, name: 'Next week' });
			expect(text).toMatch(
				/^Copied the open items to lst_\S+ "Next week" · 2 open, 0 ticked\nLeft out: 1 ticked item\. get_list with includeDone /
			);
			await use('tick_items', { itemUids: [eggs], done: false });
			const whole = await use('duplicate_list', { list, name: 'Next week' });
			expect(whole.text).toMatch(
				/^Copied the open items to lst_\S+ "Next week" · 3 open, 0 ticked$/
			);
		},
		add_items: async () => {
			const { list, name, milk } = await groceries();
			const added = [{ label: 'Soap', quantity: '1' }, { label: 'Rice' }];
			const { text } = await use('add_items', { list: name, items: added });
			expect(text.replace(/itm_[\w-]{22}/g, 'itm_…')).toBe(
				[
					`Added 2 items to ${list} "${name}":`,
					'itm_… [ ] "Soap" · "1" · added by "Ada"',
					'itm_… [ ] "Rice" · added by "Ada"'
				].join('\n')
			);
			expect(await labels(list)).toEqual(['Milk', 'Eggs', 'Bread', 'Soap', 'Rice']);
			const again = await use('add_items', { list, items: [{ label: 'MÎLK' }, { label: 'Tea' }] });
			expect(again.text).toMatch(
				/\nOn the list already under the same name, and left as it was:\nitm_\S+ \[ \] "Milk"[^\n]*$/
			);
			expect(again.text).toContain(milk);
			await use('add_items', { list, items: [{ label: '🍞' }, { label: 'C# book' }] });
			const others = await use('add_items', {
				list,
				items: [{ label: '🥛' }, { label: 'C++ book' }]
			});
			expect(others.text).not.toContain('the same name');
			const missing = await use('add_items', {
				list,
				unlessOnList: true,
				items: [
					{ label: 'eggs', quantity: '12' },
					...['Salt', 'bread', 'salt', 'Eggs', 'Bread'].map((label) => ({ label }))
				]
			});
			expect(missing.text.replace(/itm_[\w-]{22}/g, 'itm_…')).toBe(
				[
					`Added 1 item to ${list} "${name}":`,
					'itm_… [ ] "Salt" · added by "Ada"',
					'On the list already, and unticked:',
					'itm_… [ ] "Eggs" · "12"',
					'On the list already under the same name, and left as it was:',
					'itm_… [ ] "Bread" · has a note'
				].join('\n')
			);
			const none = await use('add_items', { list, unlessOnList: true, items: [{ label: 'salt' }] });
			expect(none.text).toContain(`Added nothing to ${list} "${name}".\nOn the list already`);
			const several = Array.from({ length: 12 }, (_, at) => ({ label: `Jam ${at}` }));
			await use('add_items', { list, items: several });
			const all = await use('add_items', { list, unlessOnList: true, items: several });
			expect(all.text.match(/"Jam \d+"/g)).toEqual(several.map(({ label }) => `"${label}"`));
		},
		change_items: async () => {
			const { list, name, milk, bread } = await groceries();
			const changes = [
				{ itemUid: milk, label: 'Oat milk', dueOn: '' },
				{ itemUid: bread, quantity: '2', expectedNote: 'the dark one' }
			];
			const { text } = await use('change_items', { items: changes });
			expect(text).toBe(
				[
					`Changed 2 items on ${list} "${name}":`,
					`${milk} [ ] "Oat milk" · "2 l"`,
					`${bread} [ ] "Bread" · "2" · has a note`
				].join('\n')
			);
			const again = [changes[0], { itemUid: bread, quantity: '3' }];
			expect((await use('change_items', { items: again })).text).toBe(
				[
					`Changed 1 item on ${list} "${name}":`,
					`${bread} [ ] "Bread" · "3" · has a note`,
					'So before, and left as they were:',
					`${milk} [ ] "Oat milk" · "2 l"`
				].join('\n')
			);
			expect((await use('change_items', { items: again })).text).toMatch(
				/^Nothing was changed on /
			);
			expect(await refusal('change_items', { items: [again[0], { itemUid: bread }] })).toMatch(
				`items[1] ("${bread}"): Say what to change of it: ${textFields.slice(0, -1).join(', ')} or ${textFields.at(-1)}.`
			);
			expect(await labels(list)).toEqual(['Oat milk', 'Eggs', 'Bread']);
		},
		tick_items: async () => {
			const { list, name, milk, eggs } = await groceries();
			const { text, structured } = await use('tick_items', {
				itemUids: [eggs, milk],
				done: true
			});
			expect(text).toBe(
				[
					`Ticked 1 item on ${list} "${name}":`,
					`${milk} [x] "Milk"`,
					'So before, and left as they were:',
					`${eggs} [x] "Eggs"`
				].join('\n')
			);
			expect(structured).toEqual({
				items: [
					{ uid: eggs, label: 'Eggs', done: true },
					{ uid: milk, label: 'Milk', done: true }
				],
				unchangedUids: [eggs],
				lists: [{ uid: list, name }]
			});
			await use('tick_items', { itemUids: [eggs], done: false });
			expect((await on(list)).map(({ done }) => done)).toEqual([true, false, false]);
		},
		move_items: async () => {
			const { list, name, milk, bread } = await groceries();
			const other = await groceries();
			expect((await use('move_items', { itemUids: [bread, milk] })).text).toBe(
				`Moved 2 items to ${list} "${name}", to the top.`
			);
			expect(await labels(list)).toEqual(['Bread', 'Milk', 'Eggs']);
			const there = { toList: other.name, afterItemUid: other.milk };
			expect((await use('move_items', { itemUids: [milk, bread], ...there })).text).toBe(
				`Moved 2 items to ${other.list} "${other.name}", after ${other.milk}.`
			);
			expect(await labels(other.list)).toEqual(['Milk', 'Milk', 'Bread', 'Eggs', 'Bread']);
			expect(await labels(list)).toEqual(['Eggs']);
		},
		append_to_note: async () => {
			const { list, name, milk, bread } = await groceries();
			const { text } = await use('append_to_note', { itemUid: bread, text: 'or the light one' });
			expect(text).toBe(`Added to the note of ${bread} [ ] "Bread" on ${list} "${name}"`);
			await use('append_to_note', { itemUid: milk, text: 'from the farm' });
			const noteOf = async (itemUid: string) =>
				(await rest.ask(items.getItem, { itemUid })).item.note;
			expect(await noteOf(bread)).toBe('the dark one\nor the light one');
			expect(await noteOf(milk)).toBe('from the farm');
		},
		share_list: async () => {
			const { list, name } = await groceries();
			const { text } = await use('share_list', {
				list: name,
				sharing: 'SHARING_INSTANCE',
				canEdit: true
			});
			expect(text).toBe(
				`${list} "${name}": Shared with everyone in the household, who may see and change it.`
			);
			expect((await cast.ben.ask(lists.getList, { listUid: list })).list.canEdit).toBe(true);
		},
		restore_entries: async () => {
			const { list, name, milk, bread } = await groceries();
			const gone = await groceries();
			await use('delete_items', { itemUids: [milk, bread, gone.milk] });
			await use('delete_list', { list: gone.list });
			const listed = await use('restore_entries');
			expect(listed.structured).toMatchObject({
				restoredCount: 0,
				entries: expect.arrayContaining([
					expect.objectContaining({ uid: milk, name: 'Milk', deletedByName: 'Ada' })
				])
			});
			expect(listed.text).toMatch(/^What can be restored, the latest deletion first:\n/);
			expect(listed.text).toMatch(
				new RegExp(`\n${milk} "Milk" · from "${name}" · deleted \\S+ by "Ada"`)
			);
			const { text, structured } = await use('restore_entries', {
				uids: [gone.milk, milk, gone.list]
			});
			expect(text).toMatch(
				new RegExp(
					`^Restored 3 entries:\n${gone.list} "${gone.name}" · deleted [^\n]*\n${gone.milk} `
				)
			);
			expect(structured).toMatchObject({ restoredCount: 3 });
			expect(await labels(list)).toEqual(['Milk', 'Eggs']);
			expect(await labels(gone.list)).toEqual(['Milk', 'Eggs', 'Bread']);
		},
		clear_done: async () => {
			const { list, name, eggs } = await groceries();
			const { text, structured } = await use('clear_done', { list: name });
			expect(text).toBe(
				`Deleted 1 ticked item from ${list} "${name}":\n${eggs} "Eggs"\nrestore_entries brings them back for 30 days.`
			);
			expect(structured).toEqual({
				removed: [{ uid: eggs, label: 'Eggs' }],
				lists: [{ uid: list, name }]
			});
			expect((await use('clear_done', { list })).text).toBe(
				`There was no ticked item on ${list} "${name}". Nothing was deleted.`
			);
			expect(await labels(list)).toEqual(['Milk', 'Bread']);
		},
		delete_items: async () => {
			const { list, name, milk, eggs } = await groceries();
			const { text, structured } = await use('delete_items', { itemUids: [milk, eggs] });
			expect(text).toBe(
				`Deleted 2 items from ${list} "${name}":\n${milk} "Milk"\n${eggs} "Eggs"\nrestore_entries brings them back for 30 days.`
			);
			expect(structured).toMatchObject({ removed: [{ uid: milk }, { uid: eggs }] });
			expect(await labels(list)).toEqual(['Bread']);
		},
		delete_list: async () => {
			const { list, name } = await groceries();
			const { text, structured } = await use('delete_list', { list: name });
			expect(text).toMatch(`Deleted the list ${list} "${name}" with its items.`);
			expect(structured).toEqual({ lists: [{ uid: list, name }] });
			expect((await rest.get(`/lists/${list}`)).status).toBe(404);
		}
	};

	/** Ben shares a list with Ada, which she finds under Activity. */
	async function shareWithAda(): Promise<void> {
		const list = await cast.write((rows) => rows.list(cast.ben.uid, { name: 'Camping' }));
		const memberUids = [cast.ada.uid];
		await cast.ben.put(`/lists/${list}/sharing`, { sharing: 'SHARING_SPECIFIC', memberUids });
	}

	it.each(offered.map(({ described }) => described.name))('%s does what it says', async (name) => {
		const todo = does[name];
		if (!todo) throw new Error(`nobody has tried ${name}: say in \`does\` what it does`);
		await todo();
	});

	it('a call about several things does all of them or none', async () => {
		const { list, milk, eggs, bread } = await groceries();
		const hidden = await cast.write((rows) => rows.item(rows.list(cast.ben.uid)));
		const before = await on(list);
		const told = `Item ${hidden} doesn't exist, or you can't see it. Nothing was changed.`;
		expect(await refusal('tick_items', { itemUids: [milk, hidden], done: true })).toContain(told);
		expect(await refusal('delete_items', { itemUids: [bread, hidden] })).toContain(told);
		expect(await refusal('move_items', { itemUids: [bread, hidden] })).toContain(told);
		expect(await refusal('restore_entries', { uids: [hidden] })).toMatch(
			/^This entry doesn't exist/
		);
		const changes = [
			{ itemUid: milk, label: 'Oat milk' },
			{ itemUid: eggs, expectedLabel: 'Ducks', expectedNote: 'white ones', label: 'Goose' }
		];
		expect(await refusal('change_items', { items: changes })).toMatch(
			new RegExp(
				`^Someone else changed this item[^\n]*\n${eggs} is called "Eggs" now\\.\n${eggs} has another note now; get_item shows it\\.$`
			)
		);
		const spelled = [{ item_uid: eggs, expectedLabel: 'Ducks', label: 'Goose' }];
		expect(await refusal('change_items', { items: spelled })).toMatch(
			new RegExp(`^Someone else changed this item[^\n]*\n${eggs} is called "Eggs" now\\.$`)
		);
		const tooLong = [{ label: 'Soap' }, { label: 'x'.repeat(501) }];
		expect(await refusal('add_items', { list, items: tooLong })).toMatch(
			/^items\[1\] \("x{60}…"\): .*at most 500 characters/
		);
		expect(
			await refusal('change_list', { list, name: 'Market', archived: true, pinned: 'yes' })
		).toMatch(/^Pinned must be true or false\./);
		expect(await on(list)).toEqual(before);
	});

	it('a ticked item says who added it and who ticked it', async () => {
		const { list, itemUid } = await cast.write((rows) => {
			const list = rows.list(cast.ada.uid, { sharing: 'SHARING_INSTANCE', sharedEdit: true });
			return { list, itemUid: rows.item(list, { label: 'Milk', addedByUid: cast.ada.uid }) };
		});
		await cast.ben.ask(items.tickItem, { itemUid, done: true });
		const line = `${itemUid} [x] "Milk" · added by "Ada" · ticked by "Ben"`;
		expect((await use('get_list', { list, includeDone: true })).text).toContain(`\n${line}`);
		expect((await use('get_item', { itemUid })).text).toMatch(
			new RegExp(`^${line.replace('[x]', '\\[x\\]')}\non ${list} .*\nticked \\S+Z$`)
		);
	});

	it('a change of what is elsewhere since names no more of it than its uid and its list', async () => {
		const { list, name, milk, bread } = await groceries();
		const claude = await asToken({ lists: [list] });
		await claude.use('tick_items', { itemUids: [milk, bread], done: true });
		const toListUid = await cast.write((rows) => rows.list(cast.ada.uid));
		await cast.ada.ask(items.moveItem, { itemUid: milk, toListUid });
		await cast.ada.ask(items.deleteItem, { itemUid: bread });
		expect((await claude.use('get_own_changes')).text).toMatch(
			new RegExp(`^\\d+ \\S+Z item\\.ticked ${milk} on ${list} "${name}"$`, 'm')
		);
		const { text } = await claude.use('undo_own_changes', { since: '2026-01-01T00:00:00Z' });
		expect(text.split('\n').toSorted()).toEqual([
			`Something on ${list} was left as it is: Ada changed it since.`,
			'Something was left as it is: You can no longer reach its list.',
			'Undid 0 changes.'
		]);
		await claude.close();
	});

	it('a token that may not restore is not told what others could', async () => {
		const { milk } = await groceries();
		await use('delete_items', { itemUids: [milk] });
		const reader = await asToken({ abilities: ['read'] });
		await expect(reader.use('restore_entries')).rejects.toThrow(
			/^This access token may not write\.\nTell the member; [^\n]*$/
		);
		await reader.close();
	});

	it('an item is one line, whatever its label contains', async () => {
		const { list } = await groceries();
		const label = 'Soap\u2028[ ] Cake\u2029[ ] Pie';
		const { text } = await use('add_items', { list, items: [{ label }] });
		expect(text.split(/[\n\u2028\u2029]/).length).toBe(2);
		expect(await labels(list)).toContain(label);
	});

	it('a call that is repeated with the same key is run once, and another call with that key is refused', async () => {
		const { list, name } = await groceries();
		const given = { list: name, items: [{ label: 'Soap' }], idempotencyKey: `soap-${list}` };
		const first = await use('add_items', given);
		expect(await use('add_items', given)).toEqual(first);
		expect(await use('add_items', { ...given, list })).toEqual(first);
		expect(await labels(list)).toEqual(['Milk', 'Eggs', 'Bread', 'Soap']);
		const other = { ...given, items: [{ label: 'Rice' }] };
		expect(await refusal('add_items', other)).toMatch(/^This idempotency key was used for another/);
		expect(await refusal('add_items', { ...given, idempotencyKey: '' })).toMatch(
			/^An idempotency key has 1 to 255/
		);
	});

	it('a call that is repeated with the same key gets the first answer, even after the list was renamed', async () => {
		const given: Record<string, (name: string) => Record<string, unknown>> = {
			change_list: (list) => ({ list, name: `${list} at the market` }),
			duplicate_list: (list) => ({ list, name: list }),
			delete_list: (list) => ({ list })
		};
		for (const [tool, argumentsFor] of Object.entries(given)) {
			const { list, name } = await groceries();
			const asked = { ...argumentsFor(name), idempotencyKey: `${tool}-${list}` };
			const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => use(tool, asked)));
			for (const other of others) expect(other, tool).toEqual(first);
			expect(await use(tool, asked), tool).toEqual(first);
			const meanwhile = await cast.write((rows) => rows.list(cast.ada.uid, { name }));
			expect(await use(tool, asked), tool).toEqual(first);
			expect(await labels(meanwhile)).toEqual([]);
		}
	});

	it('idempotency keys are shared with REST', async () => {
		const { list } = await groceries();
		const key = `both-${list}`;
		await rest.post(
			`/lists/${list}/items:batch`,
			{ items: [{ label: 'Soap' }] },
			{ 'idempotency-key': key }
		);
		await use('add_items', { list, items: [{ label: 'Soap' }], idempotencyKey: key });
		expect(await labels(list)).toEqual(['Milk', 'Eggs', 'Bread', 'Soap']);
	});

	it('what a token adds names the token, and what it did can be undone', async () => {
		const { list, milk } = await groceries();
		const token = await cast.write((rows) => rows.token(cast.ada.uid, { name: 'Claude' }));
		const claude = await assistantOf(cast.origin, token.secret);
		const call = (name: string, given: Record<string, unknown>) =>
			claude.callTool({ name, arguments: given });
		await call('add_items', { list, items: [{ label: 'Soap' }] });
		await call('change_items', { items: [{ itemUid: milk, label: 'Oat milk' }] });
		await call('append_to_note', { itemUid: milk, text: 'the green one' });
		await call('tick_items', { itemUids: [milk], done: true });
		await claude.close();
		expect((await on(list)).at(-1)).toMatchObject({ label: 'Soap', addedViaToken: 'Claude' });
		await rest.post(`/access-tokens/${token.uid}:undo`, { since: '2026-01-01T00:00:00Z' });
		expect(await on(list)).toMatchObject([
			{ label: 'Milk', note: '', done: false },
			{ label: 'Eggs' },
			{ label: 'Bread' }
		]);
	});

	describe('a list', () => {
		const named = async (listNames: string[]) => {
			const { scope, secret } = await cast.write((rows) => {
				const scope = listNames.map((name) => rows.list(cast.ada.uid, { name, nameWords: name }));
				rows.list(cast.ada.uid, { name: 'Presents', nameWords: 'presents' });
				return { scope, secret: rows.token(cast.ada.uid, { lists: scope }).secret };
			});
			const client = await assistantOf(cast.origin, secret);
			const ask = async (list: string) =>
				textOf(await client.callTool({ name: 'get_list', arguments: { list } }));
			return { scope, ask, close: () => client.close() };
		};

		it('is found by its exact name, in reach', async () => {
			const { scope, ask, close } = await named(['Camping', 'Rota']);
			expect(await ask('Camping')).toBe(`${scope[0]} "Camping" · 0 open, 0 ticked`);
			await close();
		});

		it('is found ignoring case and accents where only one matches', async () => {
			const { scope, ask, close } = await named(['Épicerie', 'Camping', 'camping', 'Rota']);
			expect(await ask(' epicerie')).toContain(`${scope[0]}`);
			expect(await ask('camping')).toContain(`${scope[2]}`);
			const said = await ask('CAMPING');
			expect(said).toMatch(/^More than one list is called "CAMPING"\. Name one by its uid:/);
			for (const uid of scope.slice(1, 3)) expect(said).toContain(uid);
			expect(said).not.toContain(`${scope[3]}`);
			await close();
		});

		it('whose name another one has too has to be named by uid, and both are offered', async () => {
			const { scope, ask, close } = await named(['Camping', 'Camping', 'Rota']);
			const said = await ask('Camping');
			expect(said).toMatch(/^More than one list is called "Camping"\. Name one by its uid:/);
			expect(said.split('\n').slice(1).sort()).toEqual(
				scope
					.slice(0, 2)
					.map((uid) => `${uid} "Camping"`)
					.sort()
			);
			await close();
		});

		it('with a similar name is offered, the most similar first', async () => {
			const many = Array.from({ length: 30 }, (_, index) => `Packing ${index}`);
			const { ask, close } = await named([...many, 'Rota', 'Groceries']);
			const offeredFor = async (name: string) =>
				(await ask(name))
					.split('\n')
					.slice(1)
					.map((line) => /^lst_\S+ "(.*)"$/.exec(line)?.[1] ?? line);
			expect((await offeredFor('Grocereis'))[0]).toBe('Groceries');
			expect((await offeredFor('the packing 29'))[0]).toBe('Packing 29');
			expect((await offeredFor('Unicorns')).slice(20)).toEqual(['… and 12 more.']);
			await close();
		});

		it('out of reach is answered like one that never existed, by name and by uid, and is no candidate', async () => {
			const { scope, ask, close } = await named(['Rota']);
			const said = (name: string) =>
				`List "${name}" doesn't exist, or you can't see it. These you can name, by uid or name:\n${scope[0]} "Rota"`;
			expect(await ask('Presents')).toBe(said('Presents'));
			expect(await ask('Unicorns')).toBe(said('Unicorns'));
			const hidden = await cast.write((rows) => rows.list(cast.ada.uid));
			expect(await ask(hidden)).toBe(await ask('lst_AAAAAAAAAAAAAAAAAAAAAA'));
			await close();
		});

		it('is not named to a token that may not read', async () => {
			const { list, name } = await groceries();
			const secret = await cast.write(
				(rows) => rows.token(cast.ada.uid, { abilities: ['write'] }).secret
			);
			const client = await assistantOf(cast.origin, secret);
			const add = async (to: string) =>
				client.callTool({ name: 'add_items', arguments: { list: to, items: [{ label: 'Soap' }] } });
			expect((await add(name)).isError).toBeUndefined();
			expect(textOf(await add('Unicorns'))).toBe(
				'List "Unicorns" doesn\'t exist, or you can\'t see it. Name it by its uid.'
			);
			await client.close();
			expect(await labels(list)).toContain('Soap');
		});
	});

	it('a token that may not read is told what it did, but not the former state', async () => {
		const { list, milk, bread } = await groceries();
		await use('change_items', { items: [{ itemUid: milk, quantity: '2 l' }] });
		await use('tick_items', { itemUids: [milk], done: true });
		await use('delete_items', { itemUids: [bread] });
		const client = await assistantOf(
			cast.origin,
			await cast.write((rows) => rows.token(cast.ada.uid, { abilities: ['write'] }).secret)
		);
		const call = async (name: string, args: Record<string, unknown>) => {
			const answer = await client.callTool({ name, arguments: args });
			return { text: textOf(answer), structured: answer.structuredContent };
		};
		expect(await call('tick_items', { itemUids: [milk], done: true })).toEqual({
			text: `Ticked 1 item on ${list}:\n${milk} [x] "Milk"`,
			structured: {
				items: [{ uid: milk, label: 'Milk', done: true }],
				unchangedUids: [],
				lists: [{ uid: list }]
			}
		});
		const guess = { items: [{ itemUid: milk, quantity: '2 l' }] };
		expect((await call('change_items', guess)).text).toBe(
			`Changed 1 item on ${list}:\n${milk} [ ] "Milk" · "2 l"`
		);
		expect((await call('change_list', { list, archived: false })).text).toMatch(/^Changed: /);
		expect(await call('restore_entries', { uids: [bread] })).toEqual({
			text: `Restored 1 entry:\n${bread} "Bread"`,
			structured: {
				restoredCount: 1,
				entries: [{ uid: bread, kind: 'TRASH_KIND_ITEM', name: 'Bread' }]
			}
		});
		expect((await call('get_list', { list, colour: 'red' })).text).toMatch(
			/^This access token may not read/
		);
		const share = (...members: string[]) =>
			call('share_list', { list, sharing: 'SHARING_SPECIFIC', members });
		expect((await share('Ben')).text).toMatch(/so name members by their uids\./);
		expect((await share(cast.ben.uid)).structured).toMatchObject({
			members: [{ uid: cast.ben.uid, name: cast.ben.uid }]
		});
		await client.close();
	});

	it('a token is not said to have changed nothing where its changes are older or out of reach', async () => {
		const { list, milk } = await groceries();
		const claude = await asToken();
		await claude.use('tick_items', { itemUids: [milk], done: true });
		const later = await claude.use('get_own_changes', { since: '2099-01-01T00:00:00Z' });
		expect(later.text).toBe('No changes since then on lists that this token reaches.');
		const since = '2020-01-01T00:00:00Z';
		expect((await claude.use('undo_own_changes', { since })).text).toMatch(/^Undid 1 change:/);
		expect((await claude.use('undo_own_changes', { since })).text).toBe(
			'There was nothing to undo: nothing was changed then, or it is undone already.'
		);
		await claude.use('delete_list', { list });
		expect((await claude.use('get_own_changes')).text).toBe(
			'No changes on lists that this token reaches.'
		);
		await claude.close();
	});

	it('a token that reaches no list is told so', async () => {
		const { secret } = await cast.write((rows) => rows.token(cast.ada.uid, { lists: [] }));
		const client = await assistantOf(cast.origin, secret);
		const text = textOf(await client.callTool({ name: 'get_reach', arguments: {} }));
		expect(text).toMatch(/\nYou reach the lists you were given: none that can be named\.$/);
		await client.close();
	});

	it('a refusal says what to do next', async () => {
		const { milk } = await groceries();
		const shown = await cast.write((rows) =>
			rows.list(cast.ben.uid, { name: 'Ben’s', sharing: 'SHARING_INSTANCE' })
		);
		expect(await refusal('change_list', { list: shown, name: 'Mine' })).toBe(
			'Only the owner of a list can rename it.\nTell the member; calling again does not help.'
		);
		const readable = await cast.write((rows) => rows.token(cast.ada.uid, { abilities: ['read'] }));
		const reader = await assistantOf(cast.origin, readable.secret);
		expect(
			textOf(await reader.callTool({ name: 'create_list', arguments: { name: 'Mine' } }))
		).toBe(
			'This access token may not write.\nTell the member; only they can do this, or give you a token that may.'
		);
		await reader.close();
		expect(await refusal('get_item', { itemUid: 'Milk' })).toBe(
			"This item doesn't exist, or you can't see it.\nTake the uid from get_lists, get_list or search."
		);
		expect(
			await refusal('share_list', {
				...{ list: 'lst_AAAAAAAAAAAAAAAAAAAAAA', sharing: 'SHARING_INSTANCE' }
			})
		).toBe(
			"This list doesn't exist, or you can't see it.\nTake the uid from get_lists or get_people."
		);
		expect(await refusal('get_dated_items', {})).toBe(
			'Say up to which day: to=2031-05-09.\nCorrect the arguments and call again; nothing was changed.'
		);
		expect(await refusal('add_items', { list: 7, items: [] })).toMatch(
			/^A list is named by its uid/
		);
		await use('delete_items', { itemUids: [milk] });
		expect(await refusal('restore_entries', { uids: ['itm_none'] })).toMatch(
			new RegExp(
				`^This entry doesn't exist[^\n]*\nWhat can be restored, the latest deletion first:\n(.*\n)*?${milk} "Milk" · from `
			)
		);
		expect(await refusal('restore_entries', { uids: [milk, 'itm_none'] })).toMatch(
			/^There is no itm_none in the trash, or you can't see it\. Nothing was restored\.\n/
		);
		const { list, bread } = await groceries();
		expect(await refusal('get_list', { list, includeDone: 'yes' })).toMatch(
			/^includeDone is true or false\./
		);
		await use('change_list', { list, archived: true });
		expect(await refusal('tick_items', { itemUids: [bread], done: true })).toMatch(
			/^This list is archived\.[^\n]*\nchange_list with archived: false brings a list back/
		);
	});

	it('an item that is changed twice in one call counts once, and is shown as it is then', async () => {
		const { list, name, milk } = await groceries();
		const twice = [
			{ itemUid: milk, quantity: '3 l' },
			{ itemUid: milk, quantity: '4 l' }
		];
		expect((await use('change_items', { items: twice })).text).toMatch(
			new RegExp(`^Changed 1 item on ${list} "${name}":\n${milk} \\[ \\] "Milk" · "4 l"[^\n]*$`)
		);
	});

	it('a wrong field in one of several items names that item', async () => {
		const { milk, bread } = await groceries();
		const items = [
			{ itemUid: milk, dueOn: '2031-05-09' },
			{ itemUid: bread, dueOn: 'soon' }
		];
		expect(await refusal('change_items', { items })).toMatch(
			`items[1] ("${bread}"): A due date must be a real date, such as 2031-05-09`
		);
		expect(await refusal('add_items', { list: 'x', items: ['a', 'b'] })).toMatch(
			/^List "x" doesn't exist/
		);
		const { list } = await groceries();
		expect(await refusal('add_items', { list, items: [{ label: 'a' }, 'b'] })).toMatch(
			/^items\[1\] \("b"\): items\[1\] must be a JSON object\./
		);
	});

	it('a token that may only read is not told which lists are shared without the right to edit', async () => {
		const named = `Shared ${(number += 1)}`;
		const { secret } = await cast.write((rows) => {
			const owner = rows.member(`Owner ${number}`);
			for (const [name, sharedEdit] of [['open', true] as const, ['shut', false] as const])
				rows.list(owner, {
					...{ name: `${named} ${name}`, sharing: 'SHARING_INSTANCE', sharedEdit }
				});
			return rows.token(cast.ada.uid, { abilities: ['read'] });
		});
		const client = await assistantOf(cast.origin, secret);
		const text = textOf(await client.callTool({ name: 'get_lists', arguments: {} }));
		await client.close();
		const lines = text.split('\n').filter((line) => line.includes(named));
		expect(lines).toHaveLength(2);
		for (const line of lines) {
			expect(line).toContain('shared with you');
			expect(line).not.toContain('to see');
		}
	});

	it('a list is shared with people by name, and is made private only on request', async () => {
		const { list, name } = await groceries();
		const group = await cast.write((rows) => rows.group(`Kids ${number}`, [cast.ben.uid]));
		const share = (given: Record<string, unknown>) =>
			use('share_list', { list, sharing: 'SHARING_SPECIFIC', ...given });
		const { text, structured } = await share({ members: ['ben'], groups: [`kids ${number}`] });
		expect(text).toBe(
			`${list} "${name}": Shared with "Ben" and the members of "Kids ${number}", who may see it, not change it.`
		);
		expect(structured).toMatchObject({
			members: [{ uid: cast.ben.uid, name: 'Ben' }],
			groups: [{ uid: group }]
		});
		expect((await cast.ben.ask(lists.getList, { listUid: list })).list.canEdit).toBe(false);
		const dora = await cast.write((rows) => rows.member(`Dora ${number}`));
		expect((await share({ members: [dora, 'Ben'] })).structured).toMatchObject({
			members: [
				{ uid: dora, name: `Dora ${number}` },
				{ uid: cast.ben.uid, name: 'Ben' }
			]
		});
		const refused = (given: Record<string, unknown>) =>
			refusal('share_list', { list, sharing: 'SHARING_SPECIFIC', ...given });
		expect(await refused({})).toMatch(/^Name at least one member or group/);
		for (const sharing of ['SHARING_INSTANCE', 'SHARING_PRIVATE'])
			expect(await refused({ sharing, members: ['Ben'], canEdit: true })).toMatch(
				/^Members and groups are named with SHARING_SPECIFIC alone\. Leave them out, or say SHARING_SPECIFIC\.\n/
			);
		expect(await refused({ sharing: 'read-only', members: ['Ben'] })).toMatch(
			/^The sharing must be one of SHARING_PRIVATE, SHARING_INSTANCE, SHARING_SPECIFIC\.\n/
		);
		await cast.write((rows) => [rows.member(`Twin ${number}`), rows.member(`Twin ${number}`)]);
		expect(await refused({ members: [`twin ${number}`] })).toMatch(
			/^More than one of the members is called "twin \d+"\. Name one by its uid:\n(mem_\S+ "Twin \d+"\n?){2}$/
		);
		expect(await refused({ members: ['Cleo'] })).toMatch(
			/^There is nobody among the members called "Cleo"\. These can be named, by uid or name:\nmem_/
		);
		// So many names are not looked for.
		expect(await refused({ members: Array(1001).fill('Cleo') })).toContain('at most 1,000');
		expect(await refused({ members: [`Kids ${number}`] })).toContain(
			'It is one of the groups: name it there.'
		);
		expect((await cast.ben.ask(lists.getList, { listUid: list })).list.uid).toBe(list);
		expect((await share({ sharing: 'SHARING_PRIVATE', canEdit: true })).structured).toMatchObject({
			canEdit: false
		});
	});

	it('the client of the 1.x line reads and writes like the new one', async () => {
		const { list, name } = await groceries();
		const secret = await cast.write((rows) => rows.token(cast.ada.uid).secret);
		const old = await oldAssistantOf(cast.origin, secret);
		await old.listTools();
		const read = await old.callTool({ name: 'get_list', arguments: { list: name } });
		expect(part(read.structuredContent, 'list')).toMatchObject({ uid: list, name });
		await old.callTool({ name: 'add_items', arguments: { list, items: [{ label: 'Soap' }] } });
		expect(await labels(list)).toContain('Soap');
		const refused = await old.callTool({ name: 'get_list', arguments: { list: 'Unicorns' } });
		expect(refused.isError).toBe(true);
		const kept = await old.callTool({ name: 'get_activity', arguments: {} });
		expect(kept.isError).toBe(true);
		await expect(old.callTool({ name: 'get_actions', arguments: {} })).rejects.toThrow(
			'There is no tool get_actions.'
		);
		await old.close();
	});
});

function textOf({ content }: Pick<CallToolResult, 'content'>): string {
	const [first] = content;
	return first?.type === 'text' ? first.text : '';
}
