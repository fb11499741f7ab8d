import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { items } from '../../src/lib/server/items/operations.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import { members } from '../../src/lib/server/members/operations.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import type { AnyOperation, Operation } from '../../src/lib/server/kernel/operation.ts';
import { perform, type Conditions } from '../../src/lib/server/kernel/perform.ts';
import { written } from '../../src/lib/server/kernel/output.ts';
import { hashSecret, itemUidFrom } from '../../src/lib/server/kernel/secrets.ts';
import { requests } from '../../src/lib/server/requests/operations.ts';
import { openWorld, password, providers, visitor, type World } from '../support/world.ts';

const takesPassword = ({ name, kind, input }: AnyOperation): boolean =>
	kind === 'command' &&
	(name === 'refreshPair' || Object.keys(input.shape).some((field) => /password/i.test(field)));

describe.each(providers)('a request that is sent again, on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	function send<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
		operation: Operation<Input, Output, Prepared>,
		caller: Caller,
		input: z.input<Input>,
		conditions: Conditions
	) {
		return perform(world.household, operation, caller, () => input, conditions);
	}

	it('happens once, and every retry gets the first answer, also at the same time', async () => {
		const ada = await world.member('Ada');
		const list = await world.listOf(ada);
		const add = () => send(items.addItem, ada, { listUid: list.uid, label: 'milk' }, { key: 'k1' });
		const answers = await Promise.all(Array.from({ length: 20 }, add));
		expect(new Set(answers.map(({ output }) => output.item.uid)).size).toBe(1);
		expect(answers.filter(({ replayed }) => !replayed).length).toBe(1);
		expect((await world.ask(lists.getList, ada, { listUid: list.uid })).items.length).toBe(1);
	});

	it('is refused when its key was used for another request, and another caller may use the same key', async () => {
		const [ada, ben] = [await world.member('Ada1'), await world.member('Ben1')];
		await send(lists.createList, ada, { name: 'One' }, { key: 'k2' });
		await expect(send(lists.createList, ada, { name: 'Two' }, { key: 'k2' })).rejects.toMatchObject(
			{ kind: 'key-reused' }
		);
		expect((await send(lists.createList, ben, { name: 'Two' }, { key: 'k2' })).replayed).toBe(
			false
		);
	});

	it('is refused when its key was used for another operation, although the input is the same', async () => {
		const ada = await world.member('Ada14');
		const { uid: listUid } = await world.listOf(ada);
		await send(lists.untickAll, ada, { listUid }, { key: 'k15' });
		await expect(send(lists.deleteList, ada, { listUid }, { key: 'k15' })).rejects.toMatchObject({
			kind: 'key-reused'
		});
	});

	it('is the same request where the same text was sent, although its input is another now', async () => {
		const ada = await world.member('Ada2');
		const make = (name: string, sent: string) =>
			send(lists.createList, ada, { name }, { key: 'k2', sent });
		const { output } = await make('One', 'that list');
		expect(await make('Renamed', 'that list')).toMatchObject({ output, replayed: true });
		await expect(make('Two', 'another list')).rejects.toMatchObject({ kind: 'key-reused' });
		await expect(send(lists.createList, ada, { name: 'Two' }, { key: 'k2' })).rejects.toMatchObject(
			{ kind: 'key-reused' }
		);
	});

	it('runs again after a refusal, and after seven days', async () => {
		const ada = await world.member('Ada3');
		const list = await world.listOf(ada);
		await world.ask(lists.archiveList, ada, { listUid: list.uid, archived: true });
		const add = () => send(items.addItem, ada, { listUid: list.uid, label: 'milk' }, { key: 'k3' });
		await expect(add()).rejects.toMatchObject({ kind: 'not-yet' });
		await world.ask(lists.archiveList, ada, { listUid: list.uid, archived: false });
		expect((await add()).replayed).toBe(false);
		const then = world.now();
		world.setClock(new Date(then.getTime() + 7 * 86_400_000 + 1));
		expect((await add()).replayed).toBe(false);
		world.setClock(then);
	});

	it('of a browser adds an item only once, however late it is sent again, and also once that item is deleted', async () => {
		const [ada, then] = [await world.member('Ada15'), world.now()];
		const list = await world.listOf(ada);
		const add = (caller: Caller, key: string) =>
			send(items.addItem, caller, { listUid: list.uid, label: 'milk' }, { key });
		const onList = async () =>
			(await world.ask(lists.getList, ada, { listUid: list.uid })).items.map(({ uid }) => uid);
		const first = (await add(ada, 'k15')).output;
		const [later, muchLater] = [8, 20].map((days) => new Date(then.getTime() + days * 86_400_000));
		world.setClock(later ?? then);
		expect((await add(ada, 'k15')).output).toEqual(first);
		expect(await onList()).toEqual([first.item.uid]);
		const other = await add(ada, 'k16');
		expect(await onList()).toEqual([first.item.uid, other.output.item.uid]);
		await world.ask(items.deleteItem, ada, { itemUid: first.item.uid });
		world.setClock(muchLater ?? then);
		expect((await add(ada, 'k15')).output).toEqual(first);
		expect(await onList()).toEqual([other.output.item.uid]);
		world.setClock(then);
	});

	it('is still the same request after an upgrade, also where it can hold more fields than before', async () => {
		const ada = await world.member('Ada18');
		const { uid: listUid } = await world.listOf(ada);
		const input = { listUid, label: 'milk', quantity: '1', dueOn: '', note: '', sectionUid: '' };
		const { output } = await send(items.addItem, ada, input, { key: 'k18' });
		const request = JSON.stringify([ada.member.uid, input]);
		expect(output.item.uid).toBe(itemUidFrom(hashSecret(`k18\naddItem\n${request}`)));
	});

	it('gets the first answer also where an older version gave it, whose lists had fewer fields', async () => {
		const ada = await world.member('Ada17');
		const create = () => send(lists.createList, ada, { name: 'Groceries' }, { key: 'k17' });
		const { addsOnTop: _, ...list } = (await create()).output.list;
		const { reader, writer } = world.database;
		const where = { caller: ada.member.uid };
		const stored = await reader.idempotencyKey.findFirstOrThrow({ where });
		expect(JSON.parse(stored.output).list).toMatchObject(list);
		await writer.idempotencyKey.updateMany({ where, data: { output: JSON.stringify({ list }) } });
		expect(await create()).toMatchObject({ output: { list }, replayed: true });
	});

	it('is answered 404 when the list is no longer in reach', async () => {
		const [ada, ben] = [await world.member('Ada4'), await world.member('Ben4')];
		const list = await world.listOf(ada);
		await world.ask(lists.shareList, ada, {
			listUid: list.uid,
			sharing: 'SHARING_INSTANCE',
			canEdit: true
		});
		const add = () => send(items.addItem, ben, { listUid: list.uid, label: 'milk' }, { key: 'k4' });
		await add();
		await world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_PRIVATE' });
		await expect(add()).rejects.toMatchObject({ kind: 'missing' });
	});

	it('gets the first answer for a member who still sees the list but may no longer change it', async () => {
		const [ada, ben] = [await world.member('Ada13'), await world.member('Ben13')];
		const list = await world.listOf(ada);
		const share = (canEdit: boolean) =>
			world.ask(lists.shareList, ada, { listUid: list.uid, sharing: 'SHARING_INSTANCE', canEdit });
		await share(true);
		const add = (key: string) =>
			send(items.addItem, ben, { listUid: list.uid, label: 'milk' }, { key });
		const first = await add('k13');
		await share(false);
		expect(await add('k13')).toEqual({ ...first, replayed: true });
		await expect(add('k14')).rejects.toMatchObject({ kind: 'forbidden' });
		expect((await world.ask(lists.getList, ada, { listUid: list.uid })).items.length).toBe(1);
	});

	it('is answered 404 after a request that changed nothing, once the item or list is out of reach', async () => {
		const [ada, ben] = [await world.member('Ada8'), await world.member('Ben8')];
		const list = await world.listOf(ada);
		const share = (sharing: 'SHARING_INSTANCE' | 'SHARING_PRIVATE') =>
			world.ask(lists.shareList, ada, { listUid: list.uid, sharing, canEdit: true });
		await share('SHARING_INSTANCE');
		const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		const untick = () =>
			send(items.tickItem, ben, { itemUid: item.uid, done: false }, { key: 'k8' });
		const pin = () => send(lists.pinList, ben, { listUid: list.uid, pinned: false }, { key: 'k9' });
		expect([(await untick()).replayed, (await untick()).replayed]).toEqual([false, true]);
		await pin();
		const secret = await world.listOf(ada, 'Secret');
		await world.ask(items.moveItem, ada, { itemUid: item.uid, toListUid: secret.uid });
		await expect(untick()).rejects.toMatchObject({ kind: 'missing' });
		await world.ask(items.moveItem, ada, { itemUid: item.uid, toListUid: list.uid });
		expect((await untick()).replayed).toBe(true);
		await share('SHARING_PRIVATE');
		await expect(untick()).rejects.toMatchObject({ kind: 'missing' });
		await expect(pin()).rejects.toMatchObject({ kind: 'missing' });
	});

	it('stores no whole notes where an assistant changes several items', async () => {
		const ada = await world.member('Nora');
		const { uid: listUid } = await world.listOf(ada);
		const bodies = [1, 2, 3].map((number) => ({ label: `tea ${number}`, note: 'n'.repeat(5000) }));
		const added = await world.ask(items.addItems, ada, { listUid, items: bodies });
		const itemUids = added.items.map(({ uid }) => uid);
		const edits = itemUids.map((itemUid) => ({ itemUid, quantity: '1 kg' }));
		const { caller } = await world.tokenOf(ada);
		const answers = [
			await send(items.tickItems, caller, { itemUids, done: true }, { key: 'tick' }),
			await send(items.changeItems, caller, { items: edits }, { key: 'edit' })
		].flatMap(({ output }) => output.items);
		const [itemUid = ''] = itemUids;
		const more = { itemUid, text: 'green' };
		const { output } = await send(items.appendToNote, caller, more, { key: 'append' });
		expect([...answers, output.item].map(({ note }) => note)).toEqual(Array(7).fill('n'));
		const stored = await world.database.reader.idempotencyKey.findMany({
			where: { caller: caller.by === 'token' ? caller.token.uid : '' }
		});
		expect(stored).toHaveLength(3);
		for (const { output: answer } of stored) expect(answer.length).toBeLessThan(2000);
	});

	it('is refused when its credential has ended', async () => {
		const ada = await world.member('Ada12');
		const make = () => send(lists.createList, ada, { name: 'One' }, { key: 'k12' });
		await make();
		await world.database.writer.session.delete({ where: { uid: ada.sessionUid } });
		await expect(make()).rejects.toMatchObject({ kind: 'unauthenticated' });
	});

	it('stores no answer to a request with a password, so that a used key does not reveal whether a password is right', async () => {
		const fresh = await openWorld(provider);
		const ada = await fresh.setUp();
		const sent = (password: string) =>
			perform(
				fresh.household,
				members.signIn,
				visitor,
				() => ({ email: 'ada@mill.test', password }),
				{ key: '1' }
			).then(
				({ replayed }) => replayed,
				({ kind }: { kind: string }) => kind
			);
		const tries = [await sent(password)];
		for (let guess = 0; guess < 11; guess += 1) tries.push(await sent(`guess ${guess}`));
		expect(tries).toEqual([false, ...Array<string>(10).fill('unauthenticated'), 'too-many']);
		expect(await sent(password)).toBe('too-many');
		await perform(
			fresh.household,
			members.changePassword,
			ada,
			() => ({ currentPassword: password, newPassword: 'seven quiet geese at dawn' }),
			{ key: '2' }
		);
		expect(await fresh.database.reader.idempotencyKey.count()).toBe(0);
		await fresh.close();
	});

	it.each(Object.values(catalogue).filter(takesPassword))(
		'ignores the key of $name, which takes a password or issues a credential',
		({ ignoresKey }) => expect(ignoresKey).toBe(true)
	);

	it('never shows a secret a second time', async () => {
		const ada = await world.member('Ada5', 'ROLE_ADMIN');
		const add = () =>
			send(members.addMember, ada, { name: 'Fay', email: 'fay@mill.test' }, { key: 'k5' });
		const first = await add();
		expect(first.output.temporaryPassword.split(' ').length).toBe(4);
		expect((await add()).output).toEqual({ ...first.output, temporaryPassword: '' });
	});

	it('stores no secret, not even encrypted, under a key that the client has chosen', async () => {
		const ada = await world.member('Ada Augusta', 'ROLE_ADMIN');
		const cleo = { name: 'Cleo', role: 'ROLE_MEMBER', email: 'cleo@mill.test' } as const;
		await send(members.addMember, ada, cleo, { key: '1', sent: 'Cleo' });
		const { idempotencyKey } = world.database.reader;
		const stored = await idempotencyKey.findMany({ where: { caller: ada.member.uid } });
		expect(stored).toMatchObject([{ sealed: '' }]);
	});

	it('deletes once, and a retry gets the first answer although nothing is left', async () => {
		const ada = await world.member('Ada6');
		const list = await world.listOf(ada);
		const remove = () => send(lists.deleteList, ada, { listUid: list.uid }, { key: 'k6' });
		await remove();
		expect((await remove()).replayed).toBe(true);
	});

	it('is refused when its If-Match is stale', async () => {
		const ada = await world.member('Ada7');
		const list = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid: list.uid, label: 'milk' });
		const seen = written(await world.ask(items.getItem, ada, { itemUid: item.uid })).etag;
		const change = (label: string) =>
			send(items.changeItem, ada, { itemUid: item.uid, label }, { ifMatch: seen });
		world.setClock(new Date(world.now().getTime() + 1000));
		await change('oat milk');
		const now = written(await world.ask(items.getItem, ada, { itemUid: item.uid })).etag;
		await expect(change('soy milk')).rejects.toMatchObject({ kind: 'stale', etag: now });
		const raced = await Promise.allSettled(
			['a', 'b', 'c'].map((label) =>
				send(items.changeItem, ada, { itemUid: item.uid, label }, { ifMatch: now })
			)
		);
		expect(raced.filter(({ status }) => status === 'fulfilled').length).toBe(1);
	});

	it('tells a token that may not read neither the version of a thing nor whether it guessed it', async () => {
		const ada = await world.member('Ada King');
		const { uid: listUid } = await world.listOf(ada);
		const { item } = await world.ask(items.addItem, ada, { listUid, label: 'milk' });
		const itemUid = item.uid;
		const { caller: token } = await world.tokenOf(ada, { abilities: { write: true } });
		const { etag } = written(await world.ask(items.getItem, ada, { itemUid }));
		for (const ifMatch of [etag, '"a guess"'])
			await expect(
				send(items.changeItem, token, { itemUid, label: 'milk' }, { ifMatch })
			).rejects.toMatchObject({ kind: 'forbidden', etag: undefined });
		const { output } = await send(
			items.changeItem,
			token,
			{ itemUid, label: 'oat milk' },
			{ ifMatch: '*' }
		);
		expect(output.item.label).toBe('oat milk');
	});

	it('is forbidden to those who may not change the list, also where its If-Match is stale', async () => {
		const [ada, ben] = [await world.member('Ada Hopper'), await world.member('Ben Hopper')];
		const { uid: listUid } = await world.listOf(ada);
		const share = (canEdit: boolean) =>
			world.ask(lists.shareList, ada, { listUid, sharing: 'SHARING_INSTANCE', canEdit });
		await share(true);
		const ifMatch = written(await world.ask(lists.getList, ben, { listUid })).etag;
		await share(false);
		const add = send(items.addItem, ben, { listUid, label: 'milk' }, { ifMatch });
		await expect(add).rejects.toMatchObject({ kind: 'forbidden' });
		const rename = send(lists.renameList, ben, { listUid, name: 'Hardware' }, { ifMatch });
		await expect(rename).rejects.toMatchObject({ kind: 'forbidden' });
	});

	it('pins and copies a list only as it was seen, if it has an If-Match', async () => {
		const ada = await world.member('Ada Byron');
		const { uid: listUid } = await world.listOf(ada);
		const read = () => world.ask(lists.getList, ada, { listUid });
		const ifMatch = written(await read()).etag;
		const pin = () => send(lists.pinList, ada, { listUid, pinned: true }, { ifMatch });
		await world.ask(lists.renameList, ada, { listUid, name: 'Hardware' });
		await expect(pin()).rejects.toMatchObject({ kind: 'stale' });
		await expect(send(lists.duplicateList, ada, { listUid }, { ifMatch })).rejects.toMatchObject({
			kind: 'stale'
		});
		const now = written(await read()).etag;
		await send(lists.pinList, ada, { listUid, pinned: true }, { ifMatch: now });
		expect((await read()).list.isPinned).toBe(true);
		const pinned = written(await read()).etag;
		const copied = await send(lists.duplicateList, ada, { listUid }, { ifMatch: pinned });
		expect(copied.output.list.name).toBe('Hardware (copy)');
	});

	it('is carried out whatever its If-Match, where nothing that it changes has a version', async () => {
		const ada = await world.member('Ada Gordon');
		const creation = send(lists.createList, ada, { name: 'Camping' }, { ifMatch: '"any"' });
		expect((await creation).output.list.name).toBe('Camping');
	});

	it('stores nothing against which a password in the request could be guessed', async () => {
		const ada = await world.member('Ada Lovelace');
		const conditions = { key: 'a key of her own', sent: 'the password' };
		await send(lists.createList, ada, { name: 'Groceries' }, conditions);
		const [kept] = await world.database.reader.idempotencyKey.findMany({
			where: { caller: ada.member.uid }
		});
		expect(kept?.request).not.toBe(hashSecret('createList\n"the password"'));
		expect(kept?.key).not.toContain(conditions.key);
	});

	describe('as a form, whose key only the browser that was shown it has,', () => {
		const asForm = (key: string): Conditions => ({ key, sent: key, replaysSecrets: true });
		const cleo = { name: 'Cleo', role: 'ROLE_MEMBER' } as const;

		it('shows the same secret for ten minutes, and then none', async () => {
			const ada = await world.member('Ada9', 'ROLE_ADMIN');
			const add = () =>
				send(members.addMember, ada, { ...cleo, email: 'cleo9@mill.test' }, asForm('k9'));
			const { temporaryPassword } = (await add()).output;
			expect(temporaryPassword).toMatch(/\w+ \w+ \w+ \w+/);
			const then = world.now();
			world.setClock(new Date(then.getTime() + 9 * 60_000));
			expect(await add()).toMatchObject({ output: { temporaryPassword }, replayed: true });
			world.setClock(new Date(then.getTime() + 10 * 60_000));
			expect(await add()).toMatchObject({ output: { temporaryPassword: '' }, replayed: true });
			world.setClock(then);
		});

		it('shows it to no other session, to no request that is not a form, and to no reader of the database', async () => {
			// Long enough that no hash contains it by chance.
			const key = 'key-of-a-form';
			const ada = await world.member('Ada10', 'ROLE_ADMIN');
			const input = { ...cleo, email: 'cleo10@mill.test' };
			const { temporaryPassword } = (await send(members.addMember, ada, input, asForm(key))).output;
			const elsewhere = { ...ada, by: 'session', sessionUid: 'ses_another' } as const;
			await world.reopen(elsewhere);
			for (const [caller, conditions] of [
				[elsewhere, asForm(key)],
				[ada, { key, sent: key }]
			] as const)
				expect(await send(members.addMember, caller, input, conditions)).toMatchObject({
					output: { temporaryPassword: '' },
					replayed: true
				});
			const { idempotencyKey } = world.database.reader;
			const stored = JSON.stringify(await idempotencyKey.findMany());
			const hers = await idempotencyKey.findMany({ where: { caller: ada.member.uid } });
			expect(hers.length).toBeGreaterThan(0);
			// Look only at values: a word may be the name of a field, or the beginning of one, as “lab” is of “label”.
			for (const word of temporaryPassword.split(' '))
				expect(JSON.stringify(hers)).not.toMatch(new RegExp(`"${word}(?!\\w*\\\\*":)`));
			expect(stored).not.toContain(temporaryPassword);
			expect(stored).not.toContain(key);
		});

		it('hands out the same cookie again, to that browser alone', async () => {
			const another = await openWorld(provider);
			await another.setUp();
			const ask = { name: 'Dora', email: 'dora@mill.test', message: '' };
			const asked = (conditions: Conditions, by = visitor) =>
				perform(another.household, requests.askToJoin, by, () => ask, conditions);
			const first = await asked(asForm('k11'));
			const second = await asked(asForm('k11'));
			expect(first.issued).toMatchObject([{ kind: 'binding' }]);
			expect(second).toMatchObject({ output: first.output, issued: first.issued, replayed: true });
			// At this address another program may use the same key. It has no cookie for the first request and could not go on with it.
			const asProgram = await asked({ key: 'k11', sent: 'k11' });
			expect(asProgram).toMatchObject({ issued: [{ kind: 'binding' }], replayed: false });
			expect(asProgram.output).not.toEqual(first.output);
			const { from } = visitor;
			for (const other of [{ address: '192.0.2.7' }, { device: 'another browser' }])
				expect(
					await asked(asForm('k11'), { by: 'visitor', from: { ...from, ...other } })
				).toMatchObject({ issued: [{ kind: 'binding' }], replayed: false });
			await another.close();
		});
	});
});
