// Lists as resources, completion of list names, and the prompts that a member starts with one word.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { part } from '../support/answers.ts';
import { askedOf, assistantOf, oldAssistantOf } from '../support/assistant.ts';
import { openCast, type Cast, type TokenGiven } from '../support/household.ts';

describe('an assistant', () => {
	let cast: Cast;
	let made: { list: string; milk: string; rota: string; hidden: string };
	const open: { close(): Promise<void> }[] = [];

	beforeAll(async () => {
		// An empty TZ, as in a file of variables, names no time zone: Node calls that Etc/Unknown and does not know it.
		cast = await openCast('sqlite', { TZ: '' });
		made = await cast.write((rows) => {
			const list = rows.list(cast.ada.uid, { name: 'Groceries & more' });
			const milk = rows.item(list, { label: 'Milk', dueOn: '2026-11-20' });
			rows.item(list, { label: 'Eggs', dueOn: '2026-11-29' });
			const rota = rows.list(cast.ada.uid, { name: 'Rota' });
			return { list, milk, rota, hidden: rows.list(cast.ben.uid, { name: 'Groceries of Ben' }) };
		});
	});
	afterAll(async () => {
		for (const client of open) await client.close();
		await cast.close();
	});

	const secretOf = (given: TokenGiven = {}) =>
		cast.write((rows) => rows.token(cast.ada.uid, given).secret);

	async function connected(given: TokenGiven = {}): Promise<Client> {
		const client = await assistantOf(cast.origin, await secretOf(given));
		open.push(client);
		return client;
	}

	it('sees both forms of each list that it reaches, and no other list', async () => {
		const client = await connected({ lists: [made.list] });
		const { resources } = await client.listResources();
		expect(resources.map(({ uri, name, mimeType }) => [uri, name, mimeType])).toEqual([
			['hearth://lists', 'All lists', 'text/plain'],
			[`hearth://lists/${made.list}`, 'Groceries & more', 'application/json'],
			[`hearth://lists/${made.list}/text`, 'Groceries & more (as printed)', 'text/plain']
		]);
	});

	it('reads a list as JSON and as text, by its uid and by its name', async () => {
		const client = await connected();
		const json = await client.readResource({ uri: `hearth://lists/${made.list}` });
		expect(textIn(json)).toBe(
			JSON.stringify(await cast.ada.ask(lists.getList, { listUid: made.list }))
		);
		const byName = `hearth://lists/${encodeURIComponent('Groceries & more')}/text`;
		const text = await client.readResource({ uri: byName });
		expect(textIn(text)).toMatch(
			new RegExp(`^${made.list} "Groceries & more" · 2 open, 0 ticked\\nitm_\\S+ \\[ \\] "Milk"`)
		);
		expect(part(text.contents[0], 'uri')).toBe(byName);
	});

	it('reads hidden characters of a list as escapes, in JSON as in text', async () => {
		const { hidden, secret } = await cast.write((rows) => {
			const hidden = rows.list(cast.ben.uid);
			rows.item(hidden, { label: 'Milk\u{e0041}\u200b' });
			return { hidden, secret: rows.token(cast.ben.uid).secret };
		});
		const client = await assistantOf(cast.origin, secret);
		open.push(client);
		for (const form of ['', '/text']) {
			const text = textIn(await client.readResource({ uri: `hearth://lists/${hidden}${form}` }));
			expect(text).toContain(String.raw`Milk\udb40\udc41\u200b`);
		}
	});

	it('gets the same answer for a list out of reach as for a missing one', async () => {
		const bearer = await secretOf({ lists: [made.list] });
		const read = async (uri: string) => {
			const { body } = await askedOf(cast.origin, { bearer }, 'resources/read', { uri });
			return JSON.stringify(part(body, 'error')).replaceAll(uri, 'it');
		};
		const never = await read('hearth://lists/lst_AAAAAAAAAAAAAAAAAAAAAA');
		expect(never).toMatch(/-32602/);
		for (const other of [
			made.rota,
			made.hidden,
			'Rota',
			'Groceries%20of%20Ben',
			'Unicorns',
			'%E0%A4%A'
		])
			for (const form of ['', '/text'])
				expect(await read(`hearth://lists/${other}${form}`)).toBe(never);
		for (const uri of ['hearth://lists/', 'hearth://items/x', 'file:///etc/passwd', 'x'])
			expect(await read(uri)).toBe(never);
	});

	it('completes the names of lists in reach, where a list is asked for', async () => {
		const client = await connected();
		const complete = async (
			value: string,
			name = 'listUid',
			uri = 'hearth://lists/{listUid}/text'
		) =>
			(await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } }))
				.completion.values;
		expect(await complete('gro')).toEqual(['Groceries & more']);
		expect((await complete('')).toSorted()).toEqual(['Groceries & more', 'Rota']);
		expect(await complete('gro', 'item')).toEqual([]);
		expect(await complete('gro', 'listUid', 'hearth://elsewhere')).toEqual([]);
		const forPrompt = await client.complete({
			ref: { type: 'ref/prompt', name: 'tidy_list' },
			argument: { name: 'list', value: 'RO' }
		});
		expect(forPrompt.completion.values).toEqual(['Rota']);
		const elsewhere = await connected({ lists: [made.rota] });
		const { completion } = await elsewhere.complete({
			ref: { type: 'ref/resource', uri: 'hearth://lists/{listUid}' },
			argument: { name: 'listUid', value: 'G' }
		});
		expect(completion.values).toEqual([]);
	});

	it('completes to uids where two lists share a name', async () => {
		const twins = await cast.write((rows) => [
			rows.list(cast.ben.uid, { name: 'Camping' }),
			rows.list(cast.ben.uid, { name: 'Camping' }),
			rows.list(cast.ben.uid, { name: 'Cellar' }),
			rows.list(cast.ben.uid, { name: 'Cellar', archivedAt: new Date() })
		]);
		const bearer = await cast.write((rows) => rows.token(cast.ben.uid, { lists: twins }).secret);
		const asked = {
			ref: { type: 'ref/prompt', name: 'tidy_list' },
			argument: { name: 'list', value: 'c' }
		};
		const { body } = await askedOf(cast.origin, { bearer }, 'completion/complete', asked);
		const values = part(part(part(body, 'result'), 'completion'), 'values');
		expect(Array.isArray(values) && values.map(String).sort()).toEqual(
			twins.slice(0, 3).toSorted()
		);
	});

	it.each([
		['with a token that may not read', () => secretOf({ abilities: ['write', 'delete'] })],
		[
			'for a member who has still to choose a password',
			() =>
				cast.write((rows) =>
					rows.pair(rows.member('Fay', { mustChangePassword: true, emailFolded: 'fay@mill.test' }))
				)
		]
	])('%s finds neither resources nor completion, and no prompt', async (_who, secret) => {
		const bearer = await secret();
		for (const [method, params] of [
			['resources/list', {}],
			['resources/templates/list', {}],
			['resources/read', { uri: `hearth://lists/${made.list}` }],
			[
				'completion/complete',
				{ ref: { type: 'ref/prompt', name: 'tidy_list' }, argument: { name: 'list', value: '' } }
			]
		] as const) {
			const { body } = await askedOf(cast.origin, { bearer }, method, params);
			expect(part(part(body, 'error'), 'code'), method).toBe(-32601);
		}
		const { body } = await askedOf(cast.origin, { bearer }, 'prompts/list');
		expect(part(part(body, 'result'), 'prompts')).toEqual([]);
	});

	it('is offered the prompts that its abilities allow', async () => {
		const names = async (given: TokenGiven) =>
			(await (await connected(given)).listPrompts()).prompts.map(({ name }) => name);
		expect(await names({})).toEqual(['plan_week', 'shopping_from_recipe', 'tidy_list', 'catch_up']);
		expect(await names({ abilities: ['read'] })).toEqual(['plan_week', 'catch_up']);
		const reader = await connected({ abilities: ['read'] });
		await expect(
			reader.getPrompt({ name: 'tidy_list', arguments: { list: 'Rota' } })
		).rejects.toThrow('There is no prompt tidy_list.');
	});

	it('gets the task of a prompt separately from the content of the lists', async () => {
		const client = await connected();
		const ask = async (name: string, given: Record<string, string> = {}) => {
			const { messages } = await client.getPrompt({ name, arguments: given });
			return messages.map(({ content }) =>
				content.type === 'text' ? content.text : String(part(part(content, 'resource'), 'text'))
			);
		};
		const [week, due] = await ask('plan_week', { from: '2026-11-21' });
		expect(week).toContain('from 2026-11-21 to 2026-11-27');
		expect(week).not.toContain('Milk');
		expect(due).toMatch(/^itm_\S+ \[ \] "Milk" · due 2026-11-20/);
		expect(due).not.toContain('Eggs');

		const recipe = 'Pancakes: 4 eggs, 200 g flour';
		const [shop, beside] = await ask('shopping_from_recipe', { recipe, list: 'Groceries & more' });
		expect(shop).toContain(recipe);
		expect(beside).toMatch(/^lst_\S+ "Groceries & more" · /);
		expect((await ask('tidy_list', { list: made.rota }))[1]).toMatch(/^lst_\S+ "Rota" · /);
		expect((await ask('catch_up'))[1]).toContain(`${made.rota} "Rota" · 0 open, 0 ticked`);

		await expect(ask('tidy_list')).rejects.toThrow('Say which list');
		await expect(ask('tidy_list', { list: 'Unicorns' })).rejects.toThrow(
			'List "Unicorns" doesn\'t exist'
		);
		for (const from of ['tomorrow', '2026', '2026-02-30', '+275760-09-12', '\0'])
			await expect(ask('plan_week', { from })).rejects.toThrow('The first day must be a real date');
		await expect(ask('plan_week', { from: '9999-12-31' })).rejects.toThrow(
			'The last day must be a real date'
		);
		expect(await ask('plan_week', { from: '' })).toEqual(await ask('plan_week'));
	});

	it('gets the content for a task as a resource that it can read again', async () => {
		const client = await connected();
		const given: Record<string, Record<string, string>> = {
			plan_week: {},
			shopping_from_recipe: { recipe: 'Pancakes', list: 'Rota' },
			tidy_list: { list: 'Rota' },
			catch_up: {}
		};
		const { prompts } = await client.listPrompts();
		for (const { name } of prompts) {
			const { messages } = await client.getPrompt({ name, arguments: given[name] ?? {} });
			const beside = part(messages[1]?.content, 'resource');
			const uri = String(part(beside, 'uri'));
			expect(textIn(await client.readResource({ uri })), name).toBe(part(beside, 'text'));
		}
	});

	it('plans the week from the current day in the member’s time zone', async () => {
		const client = await connected();
		const task = async (given: Record<string, string>) => {
			const { messages } = await client.getPrompt({ name: 'plan_week', arguments: given });
			return String(part(messages[0]?.content, 'text'));
		};
		const dayIn = (timeZone: string) =>
			new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
		for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
			expect(await task({ timeZone })).toContain(`from ${dayIn(timeZone)} to`);
		expect(dayIn('Pacific/Kiritimati')).not.toBe(dayIn('Pacific/Pago_Pago'));
		expect(await task({})).toMatch(
			/\d{4}-\d\d-\d\d is today in UTC, where the server is; ask me if it is another day where I am\.$/
		);
		for (const timeZone of ['Nowhere/At_All', 'x'.repeat(100_000)])
			await expect(task({ timeZone })).rejects.toThrow('A time zone is a name such as');
	});

	it('of the 1.x line reads, completes and starts prompts too', async () => {
		const old = await oldAssistantOf(cast.origin, await secretOf());
		open.push(old);
		expect((await old.listResourceTemplates()).resourceTemplates.length).toBe(3);
		const { contents } = await old.readResource({ uri: `hearth://lists/${made.rota}/text` });
		expect(part(contents[0], 'text')).toMatch(/^lst_\S+ "Rota"/);
		const { completion } = await old.complete({
			ref: { type: 'ref/resource', uri: 'hearth://lists/{listUid}' },
			argument: { name: 'listUid', value: 'r' }
		});
		expect(completion.values).toEqual(['Rota']);
		expect((await old.getPrompt({ name: 'catch_up' })).messages.length).toBe(2);
		expect(old.getServerCapabilities()?.resources).toEqual({});
	});
});

const textIn = ({ contents }: { contents: unknown[] }): string => String(part(contents[0], 'text'));
