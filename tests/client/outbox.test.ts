// Changes made on a device: how they are shown on top of the server's state, and how they are sent.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import type { Act, Intent } from '../../src/lib/client/outbox/intent.ts';
import { outcomeOf } from '../../src/lib/client/outbox/answer.ts';
import { answerTimes } from '../../src/lib/client/outbox/backoff.ts';
import { latestNote, latestTick } from '../../src/lib/client/outbox/latest.ts';
import { openOutbox, type QueueChange } from '../../src/lib/client/outbox/outbox.ts';
import {
	intentOf,
	withAnswer,
	withIntent,
	withRefusal,
	type Queue
} from '../../src/lib/client/outbox/queue.ts';
import { placesOf } from '../../src/lib/client/format/places.ts';
import { requestOf } from '../../src/lib/client/outbox/request.ts';
import { startSender } from '../../src/lib/client/outbox/sender.ts';
import { refusedElsewhere, shownItems } from '../../src/lib/client/outbox/shown.ts';
import { pause } from '../../src/lib/client/store/pause.ts';
import type { Item } from '../../src/lib/server/items/fields.ts';

const me = { uid: 'mem_ada', name: 'Ada' };
const item = (uid: string, label = uid): Item => ({
	...{ uid, ...noTexts, label, done: false, doneAt: '', doneByName: '', doneByUid: '' },
	...{ addedByName: 'Ben', addedViaToken: '' }
});
const list = [item('milk'), item('bread'), item('eggs')];

const queueOf = (...acts: Act[]): Queue =>
	acts.reduce<Queue>(
		(queue, act, index) =>
			withIntent(queue, intentOf(queue, act, { key: `k${index}`, listUid: 'lst', madeAt: 1000 })),
		[]
	);
const uids = (queue: Queue, items = list) => shownItems(items, queue, me).map(({ uid }) => uid);

describe('what a list shows', () => {
	it('is ticked by me at once, or by somebody else if they ticked it first', () => {
		const ticked = { ...item('milk'), done: true, doneByName: 'Ben', doneAt: 'then' };
		const queue = queueOf({ kind: 'tick', itemUid: 'milk' }, { kind: 'tick', itemUid: 'bread' });
		expect(shownItems([ticked, item('bread'), item('eggs')], queue, me)).toMatchObject([
			{ done: true, doneByName: 'Ben' },
			{ done: true, doneByName: 'Ada', doneByUid: me.uid },
			{ done: false }
		]);
	});

	it('has the same object for an item that was ticked before', () => {
		const ticked = { ...item('milk'), done: true, doneByName: 'Ben', doneAt: 'then' };
		const queue = queueOf({ kind: 'tick', itemUid: 'milk' }).map((intent) => ({
			...intent,
			state: 'done' as const
		}));
		expect(shownItems([ticked], queue, me)[0]).toBe(shownItems([ticked], [], me)[0]);
	});

	it('has a moved item below its nearest existing neighbour, or at the top', () => {
		const below = ['gone', 'bread', 'milk'];
		expect(uids(queueOf({ kind: 'move', itemUid: 'milk', below: [] }))).toEqual(
			list.map(({ uid }) => uid)
		);
		expect(uids(queueOf({ kind: 'move', itemUid: 'milk', below }))).toEqual([
			'bread',
			'milk',
			'eggs'
		]);
		expect(uids(queueOf({ kind: 'move', itemUid: 'eggs', below: ['gone'] }))).toEqual([
			'eggs',
			'milk',
			'bread'
		]);
	});

	it('has added items at the end, or on top where the list is set so', () => {
		const queue = queueOf(
			{ kind: 'add', itemUid: 'new_1', texts: { ...noTexts, label: 'rice' } },
			{ kind: 'add', itemUid: 'new_2', texts: { ...noTexts, label: 'tea' } }
		);
		expect(uids(queue)).toEqual(['milk', 'bread', 'eggs', 'new_1', 'new_2']);
		const onTop = shownItems(list, queue, me, { addsOnTop: true });
		expect(onTop.map(({ uid }) => uid)).toEqual(['new_2', 'new_1', 'milk', 'bread', 'eggs']);
	});

	it('loses a removed item, and gets a restored one back in its place', () => {
		const removal: Act = { kind: 'remove', itemUid: 'bread' };
		expect(uids(queueOf(removal))).toEqual(['milk', 'eggs']);
		const back: Act = { kind: 'restore', itemUid: 'bread', below: ['milk'], was: item('bread') };
		expect(uids(queueOf(removal, back))).toEqual(['milk', 'bread', 'eggs']);
		expect(uids(queueOf(back))).toEqual(['milk', 'bread', 'eggs']);
		const { was: _, ...unknown } = back;
		expect(uids(queueOf(removal, unknown))).toEqual(['milk', 'eggs']);
	});

	it('is the server’s state after a refusal, except for text that would be lost', () => {
		const queue = queueOf(
			{ kind: 'tick', itemUid: 'milk' },
			{ kind: 'add', itemUid: 'new_1', texts: { ...noTexts, label: 'rice' } },
			{ kind: 'edit', itemUid: 'gone', texts: { label: 'tea' }, seen: {} }
		);
		const refused = queue.reduce(
			(left, { key }) => withRefusal(left, key, { status: 400, sentence: 'No.' }),
			queue
		);
		const shown = shownItems(list, refused, me);
		expect(shown.map(({ label, done }) => [label, done])).toEqual([
			['milk', false],
			['bread', false],
			['eggs', false],
			['rice', false]
		]);
		expect(shown.map((row) => row.refused.length)).toEqual([1, 0, 0, 1]);
		expect(refusedElsewhere(refused, shown).map(({ itemUid }) => itemUid)).toEqual(['gone']);
	});
});

it('the latest tick and the latest note of an item are those that were not refused', () => {
	const queue = queueOf(
		{ kind: 'edit', itemUid: 'milk', texts: { note: 'fresh' }, seen: {} },
		{ kind: 'tick', itemUid: 'milk' },
		{ kind: 'untick', itemUid: 'milk' },
		{ kind: 'edit', itemUid: 'milk', texts: { note: 'stale' }, seen: {} }
	);
	const no = { status: 403, sentence: 'No.' };
	const refused = withRefusal(withRefusal(queue, 'k2', no), 'k3', no);
	expect([latestTick(queue, 'milk'), latestNote(queue, 'milk')]).toEqual([false, 'stale']);
	expect([latestTick(refused, 'milk'), latestNote(refused, 'milk')]).toEqual([true, 'fresh']);
});

describe('what a list with sections shows', () => {
	const sections = [
		{ uid: 'dairy', labels: ['butter'] },
		{ uid: 'bakery', labels: [] }
	];
	const stored = [
		{ ...item('soap'), sectionUid: '' },
		{ ...item('milk'), sectionUid: 'dairy' },
		{ ...item('cream'), sectionUid: 'dairy' },
		{ ...item('bread'), sectionUid: 'bakery' }
	];
	const places = (...acts: Act[]) =>
		shownItems(stored, queueOf(...acts), me, { sections }).map(
			({ uid, sectionUid }) => `${sectionUid}/${uid}`
		);
	const move = (itemUid: string, place: { below: string[]; sectionUid?: string }): Act => ({
		kind: 'move',
		itemUid,
		...place
	});
	const add = (itemUid: string, label: string): Act => ({
		kind: 'add',
		itemUid,
		texts: { ...noTexts, label }
	});
	const at = placesOf(
		stored,
		sections.map(({ uid }) => uid)
	);

	it('has an added item in the section where its label last was', () => {
		expect(places(add('new_1', '2 l Butter'), add('new_2', 'rice'))).toEqual([
			'/soap',
			'/new_2',
			'dairy/milk',
			'dairy/cream',
			'dairy/new_1',
			'bakery/bread'
		]);
		const taught = move('soap', { below: [], sectionUid: 'bakery' });
		expect(places(taught, add('new_1', 'SOAP'))).toEqual([
			'dairy/milk',
			'dairy/cream',
			'bakery/soap',
			'bakery/bread',
			'bakery/new_1'
		]);
	});

	it('learns no section from a move that was refused', () => {
		const queue = queueOf(move('soap', { below: [], sectionUid: 'bakery' }), add('new_1', 'SOAP'));
		const refused = withRefusal(queue, 'k0', { status: 403, sentence: 'No.' });
		const added = shownItems(stored, refused, me, { sections }).find(({ uid }) => uid === 'new_1');
		expect(added?.sectionUid).toBe('');
	});

	it('has a moved item in its new section, below its nearest neighbour there', () => {
		expect(places(move('soap', { below: ['bread', 'milk'], sectionUid: 'dairy' }))).toEqual([
			'dairy/milk',
			'dairy/soap',
			'dairy/cream',
			'bakery/bread'
		]);
		expect(places(move('soap', at.endOf('bakery', 'soap')))).toEqual([
			'dairy/milk',
			'dairy/cream',
			'bakery/bread',
			'bakery/soap'
		]);
	});

	it('lets an item step over the edge of its section', () => {
		expect(at.after('cream', 'down')).toEqual({ sectionUid: 'bakery', below: [] });
		expect(at.after('cream', 'up')).toEqual({ sectionUid: 'dairy', below: [] });
		expect(at.after('bread', 'up')).toEqual({ sectionUid: 'dairy', below: ['cream', 'milk'] });
		expect(at.after('milk', 'up')).toEqual({ sectionUid: '', below: ['soap'] });
		expect([at.after('soap', 'up'), at.after('bread', 'down')]).toEqual([undefined, undefined]);
	});

	it('names the nearest hundred above a place, however long the list is', () => {
		const many = Array.from({ length: 3_000 }, (_, at) => ({ ...item(`i${at}`), sectionUid: '' }));
		const { below } = placesOf(many, []).below('i0', '', 'i2999');
		expect(below).toHaveLength(100);
		expect([below[0], below.at(-1)]).toEqual(['i2999', 'i2900']);
	});

	it('names no section where the list has none', () => {
		const plain = placesOf(
			[
				{ ...item('a'), sectionUid: '' },
				{ ...item('b'), sectionUid: '' }
			],
			[]
		);
		expect(plain.after('b', 'up')).toEqual({ below: [] });
	});
});

describe('what is sent', () => {
	const itemUid = 'itm';
	it.each<[Act, string, string, object?]>([
		[{ kind: 'tick', itemUid }, 'PUT', '/items/itm/done', { done: true }],
		[{ kind: 'untick', itemUid }, 'PUT', '/items/itm/done', { done: false }],
		[{ kind: 'add', itemUid, texts: noTexts }, 'POST', '/lists/lst/items', noTexts],
		[
			{ kind: 'edit', itemUid, texts: { note: 'a' }, seen: { expectedNote: 'b' } },
			...(['PATCH', '/items/itm', { note: 'a', expectedNote: 'b' }] as const)
		],
		[{ kind: 'move', itemUid, below: [] }, 'POST', '/items/itm:move', { afterItemUid: '' }],
		[
			{ kind: 'move', itemUid, below: ['milk', 'eggs'], sectionUid: '' },
			...(['POST', '/items/itm:move', { afterItemUid: 'milk', sectionUid: '' }] as const)
		],
		[{ kind: 'remove', itemUid }, 'DELETE', '/items/itm', undefined],
		[{ kind: 'restore', itemUid, below: [] }, 'POST', '/trash/itm:restore', {}]
	])('for %j is %s %s', (act, method, path, body) => {
		const intent = intentOf([], act, { key: 'k', listUid: 'lst', madeAt: 1 });
		expect(requestOf(intent)).toEqual({ method, path, ...(body && { body }) });
	});

	it('again after a request that was lost, each time after a longer pause, or as soon as the line may be back', async () => {
		const [intent] = queueOf({ kind: 'tick', itemUid: 'milk' });
		const pauses: number[] = [];
		let left = 6;
		let sent = 0;
		const sender = startSender(
			{
				lists: () => ['lst'],
				next: () => (left > 0 ? intent : undefined),
				settle: () => (left -= 1)
			},
			{
				fetch: async () => {
					sent += 1;
					return sent < 4 || sent === 5 ? Promise.reject(new TypeError()) : Response.json({});
				},
				pause: (ms, signal) => {
					pauses.push(ms);
					return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
				},
				timeoutMs: () => 10_000,
				random: () => 1
			}
		);
		sender.wake();
		for (const lost of [1, 2, 3, 5]) {
			await expect.poll(() => sent, { interval: 1 }).toBe(lost);
			await pause(5, new AbortController().signal);
			expect(sent).toBe(lost);
			sender.nudge();
		}
		await expect.poll(() => sent, { interval: 1 }).toBe(6);
		expect(pauses).toEqual([1_000, 2_000, 4_000, 1_000]);
		sender.stop();
	});
});

describe('an outbox', () => {
	it('sends requests one after another, and uses the uid from the answer for changes to an added item', async () => {
		const { outbox, sent } = boxOn(({ path }) =>
			json(200, path.endsWith(':move') ? {} : { item: item('itm_rice') })
		);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		outbox.act('lst', { kind: 'tick', itemUid: rice });
		outbox.act('lst', { kind: 'move', itemUid: 'milk', below: [rice, 'bread'] });
		await drained(outbox);
		expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
			['POST', '/api/v1/lists/lst/items', { ...noTexts, label: 'rice' }],
			['PUT', '/api/v1/items/itm_rice/done', { done: true }],
			['POST', '/api/v1/items/milk:move', { afterItemUid: 'itm_rice' }]
		]);
		expect(outbox.rowKeyOf('itm_rice')).toBe(rice);
	});

	it('changes no intent but those about the added item when that gets its uid', () => {
		const before = queueOf(
			{ kind: 'add', itemUid: 'new_rice', texts: noTexts },
			{ kind: 'tick', itemUid: 'milk' },
			{ kind: 'tick', itemUid: 'new_rice' },
			{ kind: 'move', itemUid: 'milk', below: ['bread'] },
			{ kind: 'move', itemUid: 'milk', below: ['new_rice'] }
		);
		const after = withAnswer(before, 'k0', item('itm_rice'));
		expect(after.map((intent, index) => intent === before[index])).toEqual([
			...[false, true, false, true, false]
		]);
	});

	/** The acts of an undo that is tapped late: they still name the item by its temporary key. */
	const undos = (rice: string): Act[] => [
		{ kind: 'restore', itemUid: rice, below: ['milk'], was: item(rice, 'rice') },
		{ kind: 'move', itemUid: 'milk', below: [rice] }
	];
	const undosSent = [
		['POST', '/api/v1/trash/itm_rice:restore', {}],
		['POST', '/api/v1/items/milk:move', { afterItemUid: 'itm_rice' }]
	];
	const addsRice = ({ path }: Sent) =>
		path.endsWith('/items') ? json(200, { item: item('itm_rice') }) : json(200, {});

	it('undoes changes to an added item by its uid after the item was sent', async () => {
		const { outbox, sent } = boxOn(addsRice);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		await drained(outbox);
		outbox.beforeAnswer('lst')();
		for (const undo of undos(rice)) outbox.act('lst', undo);
		expect(shownItems([item('milk')], outbox.queue(), me)).toMatchObject([
			{ uid: 'itm_rice' },
			{ uid: 'milk' }
		]);
		await drained(outbox);
		expect(sent.slice(1).map(({ method, path, body }) => [method, path, body])).toEqual(undosSent);
	});

	it('shows a restored item under the uid that it got meanwhile', async () => {
		const { outbox } = boxOn(addsRice);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		for (const undo of undos(rice)) outbox.act('lst', undo);
		await drained(outbox);
		outbox.discard(outbox.queue()[0]?.key ?? '');
		expect(uids(outbox.queue(), [])).toEqual(['itm_rice']);
	});

	it('knows the uid of an added item that another tab has sent', async () => {
		const here = boxOn(addsRice, false);
		const rice = here.outbox.add('lst', { ...noTexts, label: 'rice' });
		const there = boxOn(addsRice);
		there.outbox.receive({ put: [...here.outbox.queue()], removed: [] });
		await drained(there.outbox);
		const [early, late] = undos(rice);
		if (early) here.outbox.act('lst', early);
		here.outbox.receive({ put: [...there.outbox.queue()], removed: [] });
		if (late) here.outbox.act('lst', late);
		there.outbox.receive({ put: [...here.outbox.queue()], removed: [] });
		await drained(there.outbox);
		expect(there.sent.slice(1).map(({ method, path, body }) => [method, path, body])).toEqual(
			undosSent
		);
	});

	it('keeps what was done to an added item under its uid, also where another tab has sent the item before', async () => {
		const here = boxOn(addsRice, false);
		const there = boxOn(addsRice);
		const rice = here.outbox.add('lst', { ...noTexts, label: 'rice' });
		there.outbox.receive({ put: [...here.outbox.queue()], removed: [] });
		await drained(there.outbox);
		here.outbox.act('lst', { kind: 'tick', itemUid: rice });
		for (const change of there.saved()) here.outbox.receive(change);
		const kept = new Map<string, Intent>();
		const [added, ...later] = here.saved();
		for (const { put, removed } of [added ?? none, ...there.saved(), ...later]) {
			for (const intent of put) kept.set(intent.key, intent);
			for (const key of removed) kept.delete(key);
		}
		const { outbox, sent } = boxOn(addsRice);
		outbox.receiveKept([{ put: [...kept.values()], removed: [] }]);
		await drained(outbox);
		expect(sent.map(({ path }) => path)).toEqual(['/api/v1/items/itm_rice/done']);
	});

	it('shows an added item once where the list has it before its answer, and no other item in its place', () => {
		const { outbox } = boxOn(addsRice, false);
		const byMe = (uid: string): Item => ({ ...item(uid, 'rice'), addedByName: me.name });
		const shown = (...listed: Item[]) => uids(outbox.queue(), listed);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		expect(shown(byMe('itm_rice'))).toEqual([rice]);
		expect(shown(item('itm_ben', 'rice'))).toEqual(['itm_ben', rice]);
		expect(shown({ ...byMe('itm_token'), addedViaToken: 'Kitchen' })).toEqual(['itm_token', rice]);
		expect(shown({ ...byMe('itm_oats'), label: 'oats' })).toEqual(['itm_oats', rice]);
		const [added] = outbox.queue();
		const another = outbox.add('lst', { ...noTexts, label: 'rice' });
		if (added)
			outbox.receive({ put: [...withAnswer([added], added.key, byMe('itm_rice'))], removed: [] });
		expect(shown(byMe('itm_rice'))).toEqual(['itm_rice', another]);
		outbox.beforeAnswer('lst')();
		expect(shown(byMe('itm_rice'), byMe('itm_other'))).toEqual(['itm_rice', another]);
		// A reload.
		const { outbox: anew } = boxOn(addsRice, false);
		anew.receiveKept([{ put: [...outbox.queue()], removed: [] }]);
		expect(uids(anew.queue(), [byMe('itm_rice')])).toEqual(['itm_rice', another]);
	});

	it('shows an item that was listed before beside one of its name that is added', () => {
		const listed = { ...item('itm_rice', 'rice'), addedByName: me.name };
		const { outbox } = boxOn(addsRice, false, [listed]);
		const another = outbox.add('lst', { ...noTexts, label: 'rice' });
		expect(uids(outbox.queue(), [listed])).toEqual(['itm_rice', another]);
	});

	it('drops changes to an item whose addition is gone', () => {
		const { outbox } = boxOn(() => refusal(400, { message: 'No.' }), false);
		const put = queueOf(
			{ kind: 'tick', itemUid: 'new_gone' },
			{ kind: 'add', itemUid: 'new_rice', texts: noTexts },
			{ kind: 'tick', itemUid: 'new_rice' }
		);
		outbox.receiveKept([{ put: [...put], removed: [] }]);
		expect(outbox.queue().map(({ itemUid }) => itemUid)).toEqual(['new_rice', 'new_rice']);
		outbox.discard(outbox.queue()[0]?.key ?? '');
		outbox.act('lst', { kind: 'restore', itemUid: 'new_rice', below: [] });
		expect(outbox.queue()).toEqual([]);
	});

	it('does not send again what was removed right before the page went away', async () => {
		const { outbox, sent } = boxOn(() => json(200, { item: item('milk') }));
		const put = queueOf({ kind: 'tick', itemUid: 'milk' }, { kind: 'untick', itemUid: 'milk' });
		const removed = put.slice(0, 1).map(({ key }) => key);
		outbox.receiveKept([
			{ put: [...put], removed: [] },
			{ put: [], removed }
		]);
		await drained(outbox);
		expect(sent).toHaveLength(1);
	});

	it('retries with the same key when an answer is not from the server', async () => {
		const answers = [
			new Response('<p>Sign in to Wi-Fi', { headers: { 'content-type': 'text/html' } }),
			new Response('Bad gateway', { status: 502 }),
			refusal(503, { message: 'Starting.' }),
			refusal(429, { message: 'Too many.' }),
			refusal(408, { message: 'Too slow.' })
		];
		const { outbox, sent } = boxOn(() => answers.shift() ?? json(200, {}));
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect(sent.length).toBe(6);
		expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
	});

	it('asks what to do about a change at which the server fails again and again, and sends the rest', async () => {
		const { outbox, sent } = boxOn(({ path }) =>
			path.includes('milk') ? refusal(500, { message: 'Our fault.' }) : json(200, {})
		);
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		outbox.act('lst', { kind: 'tick', itemUid: 'bread' });
		await drained(outbox);
		expect(sent.map(({ path }) => path.split('/')[4])).toEqual([...Array(6).fill('milk'), 'bread']);
		expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
		expect(outbox.queue()).toMatchObject([
			{ state: 'refused', refusal: { status: 500, sentence: 'Our fault.' } },
			{ state: 'done' }
		]);
	});

	it('counts the faults of each change for itself', async () => {
		const failed = new Map<string, number>();
		const { outbox } = boxOn(({ path }) => {
			const count = (failed.get(path) ?? 0) + 1;
			failed.set(path, count);
			return count <= 3 ? refusal(500, { message: 'Our fault.' }) : json(200, {});
		});
		for (const itemUid of ['milk', 'bread', 'eggs']) outbox.act('lst', { kind: 'tick', itemUid });
		await drained(outbox);
		expect(outbox.queue().map(({ state }) => state)).toEqual(['done', 'done', 'done']);
	});

	it('counts no try without a connection as a fault of the server', async () => {
		let tries = 0;
		const { outbox, sent } = boxOn(() => {
			tries += 1;
			if (tries <= 5) throw new TypeError();
			return tries === 6 ? refusal(500, { message: 'Our fault.' }) : json(200, {});
		});
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect(sent).toHaveLength(7);
		expect(outbox.queue()).toMatchObject([{ state: 'done' }]);
	});

	it('waits as long as a refusal says, and otherwise longer after each failure', async () => {
		const busy = (headers: HeadersInit) =>
			Response.json({ message: 'Too many.', details: [] }, { status: 429, headers });
		const answers = [busy({}), busy({ 'retry-after': '40' }), busy({ 'retry-after': 'Friday' })];
		const { outbox, pauses } = boxOn(() => answers.shift() ?? json(200, {}));
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect(pauses).toEqual([750, 40_000, 3000]);
	});

	it('takes nothing that a gateway says in JSON for an answer of the server', async () => {
		const sayings: [number, object][] = [
			[200, { status: 'ok' }],
			[200, { message: 'Saved for later', details: [] }],
			[200, []],
			[400, { message: 'Bad Request' }],
			[401, { message: 'Unauthorized' }],
			[403, { message: 'Blocked by policy', details: 'Category: shopping' }],
			[404, { message: 'no Route matched with those values', request_id: '1' }],
			[409, { code: 'CONFLICT', message: 'Conflict' }],
			[502, {}]
		];
		const answers = sayings.map(([status, body]) => json(status, body));
		const { outbox, sent, ended } = boxOn(() => answers.shift() ?? json(200, {}));
		outbox.act('lst', { kind: 'remove', itemUid: 'milk' });
		await drained(outbox);
		expect(ended()).toBe(false);
		expect(sent.length).toBe(sayings.length + 1);
		expect(outbox.queue()).toMatchObject([{ state: 'done' }]);
	});

	it.each([
		['remove', 404, 'done'],
		['remove', 403, 'refused'],
		['tick', 404, 'refused']
	] as const)('takes the answer to a %s with %i for %s', async (kind, status, state) => {
		const { outbox } = boxOn(() => refusal(status, { message: 'No.' }));
		outbox.act('lst', { kind, itemUid: 'milk' });
		await drained(outbox);
		expect(outbox.queue()).toMatchObject([{ state }]);
	});

	it('sends in the order in which it was done, although the clock stands still', async () => {
		const { outbox, sent } = boxOn(() => json(200, {}));
		const uids = Array.from({ length: 12 }, (_, at) => `itm${at}`);
		for (const itemUid of uids) outbox.act('lst', { kind: 'tick', itemUid });
		expect(outbox.queue().map(({ order }) => order)).toEqual(uids.map((_, at) => 1000 + at));
		await drained(outbox);
		expect(sent.map(({ path }) => path)).toEqual(uids.map((uid) => `/api/v1/items/${uid}/done`));
	});

	it('sends nothing while another tab is the one that sends', async () => {
		const { outbox, sent } = boxOn(() => json(200, {}), false);
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		outbox.nudge();
		await pause(20, new AbortController().signal);
		expect(sent).toEqual([]);
	});

	it('takes over what another tab has sent and what it has dropped, and reads that list again', () => {
		const { outbox, changes, answered } = boxOn(() => json(200, {}), false);
		for (const itemUid of ['milk', 'bread', 'eggs']) outbox.act('lst', { kind: 'tick', itemUid });
		const [sent, dropped, waiting] = outbox.queue();
		if (!sent || !dropped || !waiting) throw new Error('all three wait');
		const before = changes();
		outbox.receive({ put: [{ ...sent, state: 'done' }, waiting], removed: [dropped.key] });
		expect(outbox.queue()).toEqual([{ ...sent, state: 'done' }, waiting]);
		expect([changes() - before, answered]).toEqual([1, ['lst']]);
	});

	it('keeps the row of an item that was added here, however often another tab tells of it', () => {
		const { outbox } = boxOn(() => json(200, {}), false);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		const [added] = outbox.queue();
		if (!added) throw new Error('the addition waits');
		const done: Intent = { ...added, state: 'done', answered: item('rice') };
		for (const told of [added, done, done]) outbox.receive({ put: [told], removed: [] });
		expect(outbox.rowKeyOf('rice')).toBe(rice);
	});

	it.each([
		['an answer', json(200, {}), 1],
		['a refusal', refusal(404, { message: 'No such item.' }), 1],
		['an answer that was lost', new Response('Bad gateway', { status: 502 }), 2]
	])('reads a list again once after %s', async (_, first, tries) => {
		const answers = [first];
		const { outbox, answered, sent } = boxOn(() => answers.shift() ?? json(200, {}));
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect([answered, sent.length]).toEqual([['lst'], tries]);
	});

	it('gives up a request that hangs, and sends it again with the same key', async () => {
		let hung = 0;
		const { outbox, sent } = boxOn(({ signal }) => (hung++ === 0 ? hang(signal) : json(200, {})));
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
	});

	it('waits longer on a slow connection, so that it gets an answer in the end', async () => {
		const { outbox, sent } = boxOn(async ({ signal }) => {
			await Promise.race([pause(15, new AbortController().signal), signal && hang(signal)]);
			return json(200, {});
		});
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		expect(sent.length).toBeGreaterThan(1);
	});

	it('loses one request on a slow line, and not one for each change', async () => {
		vi.useFakeTimers();
		const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const late = new AbortController();
			setTimeout(() => late.abort(), ms);
			return late.signal;
		});
		onTestFinished(() => {
			timeout.mockRestore();
			vi.useRealTimers();
		});
		const { outbox, sent } = boxOn(
			async ({ signal }) => {
				await Promise.race([pause(12_000, new AbortController().signal), signal && hang(signal)]);
				return json(200, {});
			},
			true,
			list,
			1
		);
		for (const { uid } of list) outbox.act('lst', { kind: 'tick', itemUid: uid });
		await vi.advanceTimersByTimeAsync(60_000);
		expect(outbox.queue().some(isWaiting)).toBe(false);
		expect(sent.length).toBe(list.length + 1);
	});

	it('tries no other neighbour that the list is known to have lost as well', async () => {
		const gone = Array.from({ length: 30 }, (_, number) => `gone${number}`);
		const { outbox, sent } = boxOn(
			({ body }) =>
				gone.includes(String(body.afterItemUid)) ? json(400, notOnThatList) : json(200, {}),
			true,
			list
		);
		outbox.act('lst', { kind: 'move', itemUid: 'milk', below: [...gone, 'bread'] });
		await drained(outbox);
		expect(sent.map(({ body }) => body.afterItemUid)).toEqual(['gone0', 'bread']);
		expect(sent[1]?.key).not.toBe(sent[0]?.key);
	});

	it('tries a neighbour that was added here, although the list does not show it yet', async () => {
		const { outbox, sent } = boxOn(
			({ path, body }) => {
				if (path.endsWith('/items')) return json(200, { item: item('rice') });
				return body.afterItemUid === 'gone' ? json(400, notOnThatList) : json(200, {});
			},
			true,
			list
		);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		await drained(outbox);
		outbox.act('lst', { kind: 'move', itemUid: 'milk', below: ['gone', rice, 'bread'] });
		await drained(outbox);
		expect(sent.slice(1).map(({ body }) => body.afterItemUid)).toEqual(['gone', 'rice']);
	});

	it('tries the next neighbour, as a new request, when a neighbour of a move is gone', async () => {
		const { outbox, sent } = boxOn(({ body }) =>
			body.afterItemUid === 'bread' ? refusal(400, notOnThatList) : json(200, {})
		);
		outbox.act('lst', { kind: 'move', itemUid: 'eggs', below: ['new_lost', 'bread', 'milk'] });
		outbox.act('lst', { kind: 'move', itemUid: 'tea', below: ['oats', 'rye'] });
		await drained(outbox);
		expect(sent.map(({ body }) => body.afterItemUid)).toEqual(['bread', 'milk', 'oats']);
		expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
	});

	it('reports at once a move that was refused for another reason than its neighbour', async () => {
		const ofSection = { details: [{ fieldViolations: [{ field: 'sectionUid' }] }] };
		const { outbox, sent } = boxOn(() => refusal(400, { message: 'Gone.', ...ofSection }));
		outbox.act('lst', { kind: 'move', itemUid: 'eggs', below: ['bread', 'milk'] });
		await expect.poll(() => outbox.queue()[0]?.state).toBe('refused');
		expect(sent).toHaveLength(1);
	});

	it('takes a neighbour that is missed in a move to the top for a refusal, and does not go on for ever', async () => {
		const [move] = queueOf({ kind: 'move', itemUid: 'eggs', below: [] });
		const outcome = move && (await outcomeOf(move, refusal(400, notOnThatList)));
		expect(outcome).toMatchObject({ is: 'refused' });
	});

	it('sends a change that browsers take beyond the page with `keepalive`, and a larger one without', async () => {
		const { outbox, sent } = boxOn(() => json(200, {}));
		// Each of these letters is two bytes.
		for (const note of ['é'.repeat(4_000), 'é'.repeat(6_000)])
			outbox.act('lst', { kind: 'edit', itemUid: 'milk', texts: { note }, seen: {} });
		await drained(outbox);
		expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
	});

	it('keeps a refusal for its row, goes on with the rest, and can retry the refused change', async () => {
		let isWrong = true;
		const { outbox, sent } = boxOn(({ path }) =>
			path.endsWith('/items') && isWrong ? refusal(400, { message: 'Too long.' }) : json(200, {})
		);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		outbox.act('lst', { kind: 'tick', itemUid: rice });
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await expect.poll(() => sent.length).toBe(2);
		const [refused] = outbox.queue();
		expect(refused).toMatchObject({ state: 'refused', refusal: { sentence: 'Too long.' } });
		isWrong = false;
		outbox.again(refused?.key ?? '');
		expect(outbox.queue()).not.toContain(refused);
		await expect.poll(() => sent.length).toBe(3);
		expect(sent[2]?.key).not.toBe(sent[0]?.key);
	});

	it('drops all changes to an added item when its addition is discarded', () => {
		const { outbox } = boxOn(() => refusal(400, { message: 'No.' }), false);
		const rice = outbox.add('lst', { ...noTexts, label: 'rice' });
		outbox.act('lst', { kind: 'tick', itemUid: rice });
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		outbox.discard(outbox.queue()[0]?.key ?? '');
		expect(outbox.queue()).toMatchObject([{ itemUid: 'milk' }]);
	});

	it('sends again, until it is stopped, when the member may be signed in no longer', async () => {
		let isSignedIn = false;
		const { outbox, sent, pauses, ended } = boxOn(() =>
			isSignedIn ? json(200, {}) : refusal(401, { message: 'Sign in.' })
		);
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await expect.poll(ended).toBe(true);
		await expect.poll(() => pauses.slice(0, 2)).toEqual([750, 1500]);
		isSignedIn = true;
		await drained(outbox);
		expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
		isSignedIn = false;
		outbox.act('lst', { kind: 'tick', itemUid: 'bread' });
		outbox.stop();
		const count = sent.length;
		outbox.nudge();
		await pause(20, new AbortController().signal);
		expect(sent.length).toBe(count);
		expect(outbox.queue().filter(isWaiting)).toMatchObject([{ itemUid: 'bread' }]);
	});

	it('keeps a finished change until the answer to a later read has arrived', async () => {
		const { outbox } = boxOn(() => json(200, {}));
		const earlier = outbox.beforeAnswer('lst');
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		await drained(outbox);
		earlier();
		outbox.beforeAnswer('other')();
		expect(shownItems(list, outbox.queue(), me)[0]?.done).toBe(true);
		outbox.beforeAnswer('lst')();
		expect(outbox.queue()).toEqual([]);
	});

	it('does not notify of an answer that changes nothing in the queue', () => {
		const { outbox, changes } = boxOn(() => json(200, {}));
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		const before = changes();
		for (const listUid of ['lst', 'other']) outbox.beforeAnswer(listUid)();
		expect(changes()).toBe(before);
	});

	it('shows what a newer build has kept and this one cannot do as refused, and sends the rest', async () => {
		const { outbox, sent, saved } = boxOn(() => json(200, { item: item('milk') }));
		const kept = ['paint', 'tick'].map((kind, order) => ({
			...{ key: kind, kind, itemUid: 'milk', listUid: 'lst', state: 'waiting' },
			...{ order, madeAt: 1000, failures: 0 }
		}));
		outbox.receiveKept([{ put: JSON.parse(JSON.stringify(kept)), removed: [] }]);
		await drained(outbox);
		expect(sent.map(({ path }) => path)).toEqual(['/api/v1/items/milk/done']);
		expect(shownItems(list, outbox.queue(), me)[0]).toMatchObject({
			done: true,
			refused: [{ key: 'paint' }]
		});
		// On the device it waits as before, for the build that knows it.
		expect(saved().flatMap(({ put }) => put.map(({ key }) => key))).not.toContain('paint');
		outbox.discard('paint');
		expect(saved().at(-1)).toEqual({ put: [], removed: ['paint'] });
	});

	it('sends what an older build has kept as refused because it did not know it', async () => {
		const { outbox, sent } = boxOn(() => json(200, { item: item('milk') }));
		const acted = intentOf([], { kind: 'tick', itemUid: 'milk' }, { key: 'k', ...made });
		outbox.receiveKept([{ put: [{ ...acted, state: 'refused' }], removed: [] }]);
		await drained(outbox);
		expect(sent).toHaveLength(1);
	});

	it.each<[what: string, change: object]>([
		['the server has refused', { refusal: { status: 403, sentence: 'No.' } }],
		['this build does not know either', { kind: 'paint' }]
	])('sends nothing that was kept as refused and %s', (_, change) => {
		const { outbox } = boxOn(() => json(200, {}), false);
		const acted = intentOf([], { kind: 'tick', itemUid: 'milk' }, { key: 'k', ...made });
		const refused = JSON.parse(JSON.stringify({ ...acted, state: 'refused', ...change }));
		outbox.receiveKept([{ put: [refused], removed: [] }]);
		expect(outbox.queue()).toEqual([refused]);
	});

	it('leaves what a newer build has done as it is', () => {
		const { outbox } = boxOn(() => json(200, {}), false);
		const acted = intentOf([], { kind: 'tick', itemUid: 'milk' }, { key: 'k', ...made });
		const done = JSON.parse(JSON.stringify({ ...acted, kind: 'paint', state: 'done' }));
		outbox.receive({ put: [done], removed: [] });
		expect(outbox.queue()).toEqual([done]);
	});

	it('sends what was done on two lists beside each other, and each once', async () => {
		const { outbox, sent } = boxOn(async () => {
			await pause(5, new AbortController().signal);
			return json(200, {});
		});
		outbox.act('lst', { kind: 'tick', itemUid: 'milk' });
		outbox.act('other', { kind: 'tick', itemUid: 'soap' });
		await expect.poll(() => sent.length).toBe(2);
		await drained(outbox);
		expect(sent.map(({ path }) => path)).toEqual([
			'/api/v1/items/milk/done',
			'/api/v1/items/soap/done'
		]);
	});

	it('shows a list although a tab of a newer build has done on it what this one does not know', () => {
		const acted = intentOf([], { kind: 'tick', itemUid: 'milk' }, { key: 'k', ...made });
		const done = JSON.parse(JSON.stringify({ ...acted, kind: 'paint', state: 'done' }));
		expect(uids([done])).toEqual(list.map(({ uid }) => uid));
	});
});

const none: QueueChange = { put: [], removed: [] };
const made = { listUid: 'lst', madeAt: 1000 };

type Sent = {
	path: string;
	method: string;
	key: string;
	body: Record<string, unknown>;
	signal: AbortSignal | undefined;
	keepalive: boolean | undefined;
};

/** An outbox whose requests are answered by `answer`, where every wait is divided by `divisor`. */
function boxOn(
	answer: (sent: Sent) => Response | Promise<Response>,
	maySend = true,
	listed?: Item[],
	divisor = 1000
) {
	const { measure, timeoutMs } = answerTimes();
	const sent: Sent[] = [];
	const pauses: number[] = [];
	let hasEnded = false;
	let keys = 0;
	let changes = 0;
	const saved: QueueChange[] = [];
	const answered: string[] = [];
	const travel: typeof fetch = async (path, options = {}) => {
		const { method = '', headers, body, signal, keepalive } = options;
		const request = {
			path: String(path),
			method,
			key: new Headers(headers).get('idempotency-key') ?? '',
			body: typeof body === 'string' ? JSON.parse(body) : {},
			signal: signal ?? undefined,
			keepalive
		};
		sent.push(request);
		return answer(request);
	};
	const outbox = openOutbox({
		line: {
			fetch: (path, options) => measure(travel(path, options)),
			pause: (ms, signal) => {
				pauses.push(ms);
				return pause(ms / divisor, signal);
			},
			timeoutMs: (failures) => timeoutMs(failures) / divisor,
			random: () => 0.5
		},
		now: () => 1000,
		newKey: () => `key${++keys}`,
		maySend: () => maySend,
		save: (change) => saved.push(change),
		onchange: () => (changes += 1),
		onoutcome: () => {},
		itemsOf: () => listed,
		onanswer: (listUid) => answered.push(listUid),
		onsignedout: () => (hasEnded = true)
	});
	return {
		...{ outbox, sent, answered, pauses },
		...{ ended: () => hasEnded, changes: () => changes, saved: () => saved }
	};
}

const json = (status: number, body: object): Response => Response.json(body, { status });

/** As Hearth refuses. */
const refusal = (status: number, body: { message: string; details?: object[] }): Response =>
	json(status, { code: 3, details: [], ...body });

const notOnThatList = {
	message: 'Not on that list.',
	details: [{ fieldViolations: [{ field: 'afterItemUid', description: 'Not on that list.' }] }]
};

const hang = (signal: AbortSignal | undefined): Promise<Response> =>
	new Promise((_, reject) =>
		signal?.addEventListener('abort', () => reject(new Error('given up')))
	);

const isWaiting = ({ state }: Intent): boolean => state === 'waiting';

const drained = (outbox: { queue: () => Queue }): Promise<void> =>
	expect.poll(() => outbox.queue().some(isWaiting)).toBe(false);
