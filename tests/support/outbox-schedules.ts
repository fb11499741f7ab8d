// What three people may do to one list while their connections come and go, and what must be true of it in the end.
import fc from 'fast-check';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { noTexts } from '../../src/lib/client/item-texts.ts';
import type { Act, Intent } from '../../src/lib/client/outbox/intent.ts';
import type { Item } from '../../src/lib/server/items/fields.ts';
import { lists } from '../../src/lib/server/lists/operations.ts';
import type { Cast } from './household.ts';
import { lines, openDevice, type Device, type LineState } from './outbox-device.ts';

const kinds = [
	'tick',
	'untick',
	'add',
	'edit',
	'note',
	'move',
	'remove',
	'restore',
	'too long'
] as const;

type Step = { by: number } & (
	| { do: 'act'; kind: (typeof kinds)[number]; of: number; to: number }
	| { do: 'line'; line: LineState; requests: number | 'all' }
	| { do: 'restart' | 'look' | 'wait' }
);
export type Schedule = Step[];

const by = fc.nat({ max: 2 });
const act = fc.record({
	by,
	do: fc.constant('act' as const),
	kind: fc.constantFrom(...kinds, 'add' as const, 'tick' as const),
	of: fc.nat({ max: 30 }),
	to: fc.nat({ max: 30 })
});
const line = fc.record({
	by,
	do: fc.constant('line' as const),
	line: fc.constantFrom(...lines),
	requests: fc.integer({ min: 1, max: 4 })
});
const other = fc.record({
	by,
	do: fc.constantFrom('restart' as const, 'look' as const, 'wait' as const)
});

const schedules: fc.Arbitrary<Schedule> = fc.array(
	fc.oneof(
		{ weight: 5, arbitrary: act },
		{ weight: 2, arbitrary: line },
		{ weight: 2, arbitrary: other }
	),
	{ minLength: 4, maxLength: 24 }
);

/** One thing that a person did. */
type Made = { by: number; key: string; act: Act };

/** Three members of the household and a list that all of them may change. */
export async function openStage(cast: Cast) {
	const cleo = await cast.person('Cleo');
	const dan = await cast.person('Dan');
	const people = [
		{ uid: cast.ben.uid, name: 'Ben', secret: cast.ben.secret },
		{ uid: cleo.uid, name: 'Cleo', secret: cleo.secret },
		{ uid: dan.uid, name: 'Dan', secret: dan.secret }
	];
	const startOf = () =>
		cast.write((rows) => {
			const listUid = rows.list(cast.ada.uid, { sharing: 'SHARING_INSTANCE', sharedEdit: true });
			const [dairy] = [rows.section(listUid), rows.section(listUid, { name: 'Bakery' })];
			for (const [place, label] of ['Milk', 'Bread', 'Eggs'].entries())
				rows.item(listUid, {
					...{ label, rank: place * 1024 },
					sectionUid: label === 'Milk' ? dairy : null
				});
			return listUid;
		});
	return { cast, people, startOf, faults: 0 };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The property that schedules which run in parallel, each on a list of its own, end well. */
export const endsWell = (stage: Stage, atOnce: number) =>
	fc.asyncProperty(fc.array(schedules, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
		await Promise.all(batch.map((schedule) => play(stage, schedule)));
	});

/** Two people make so many changes each while one of them is offline. */
export function longAbsence(changes: number): Schedule {
	const acts = (by: number) => fc.sample(act, changes).map((step) => ({ ...step, by }));
	const [away, there] = [acts(0), acts(1)];
	return [
		{ by: 0, do: 'line', line: 'down', requests: 'all' },
		...away.flatMap((step, index) => [step, there[index] ?? step])
	];
}

/** Runs a schedule, restores every connection, and checks the result. */
export async function play(
	stage: Stage,
	schedule: Schedule,
	spoil?: (options: RequestInit) => RequestInit
): Promise<void> {
	const listUid = await stage.startOf();
	const devices = stage.people.map(({ uid, name, secret }) =>
		openDevice(stage.cast.origin, secret, { uid, name }, listUid, {
			...(spoil && { spoil }),
			onfault: () => (stage.faults += 1)
		})
	);
	try {
		await Promise.all(devices.map((device) => device.look()));
		const made = await carryOut(schedule, devices, listUid);
		await settle(devices);
		await inspect(stage, devices, made, listUid);
	} finally {
		for (const device of devices) device.stop();
	}
}

async function carryOut(schedule: Schedule, devices: Device[], listUid: string): Promise<Made[]> {
	const made: Made[] = [];
	for (const [index, step] of schedule.entries()) {
		const device = devices[step.by];
		if (!device) continue;
		if (step.do === 'line') device.put(step.line, step.requests);
		if (step.do === 'restart') device.restart();
		if (step.do === 'look') void device.look();
		if (step.do === 'wait') await Promise.race([device.look(), wait(50)]);
		if (step.do !== 'act') continue;
		const act = actOf(step, device, `${step.by}.${index}`);
		if (!act) continue;
		const before = new Set(
			device
				.outbox()
				.queue()
				.map(({ key }) => key)
		);
		if (act.kind === 'add') device.outbox().add(listUid, act.texts);
		else device.outbox().act(listUid, act);
		const intent = device
			.outbox()
			.queue()
			.find(({ key }) => !before.has(key));
		if (intent) made.push({ by: step.by, key: intent.key, act: intent });
	}
	return made;
}

function actOf(step: Step & { do: 'act' }, device: Device, text: string): Act | undefined {
	const shown = device.shown();
	if (step.kind === 'add') return { kind: 'add', itemUid: '', texts: { ...noTexts, label: text } };
	if (step.kind === 'too long')
		return { kind: 'add', itemUid: '', texts: { ...noTexts, label: text.padEnd(501, 'y') } };
	if (step.kind === 'restore') return wayBack(device);
	const item = shown[step.of % Math.max(1, shown.length)];
	if (!item) return undefined;
	const itemUid = item.uid;
	if (step.kind === 'edit')
		return { kind: 'edit', itemUid, texts: { label: text }, seen: { expectedLabel: item.label } };
	if (step.kind === 'note')
		return { kind: 'edit', itemUid, texts: { note: text }, seen: { expectedNote: item.note } };
	if (step.kind !== 'move') return { kind: step.kind, itemUid };
	const sectionUid = pick(['', ...device.sections()], step.of);
	const others = shown
		.filter((other) => other.uid !== itemUid && other.sectionUid === sectionUid)
		.map(({ uid }) => uid);
	const below = others.slice(0, step.to % (others.length + 1)).reverse();
	return { kind: 'move', itemUid, below, sectionUid };
}

const pick = (all: string[], number: number): string => all[number % all.length] ?? '';

/** The act that restores the last item that this device removed. */
function wayBack(device: Device): Act | undefined {
	const removed = device
		.outbox()
		.queue()
		.findLast(({ kind }) => kind === 'remove');
	if (!removed) return undefined;
	const was: Item = {
		...{ uid: removed.itemUid, ...noTexts, label: 'brought back', done: false, doneAt: '' },
		...{ doneByName: '', doneByUid: '', addedByName: '', addedViaToken: '' }
	};
	return { kind: 'restore', itemUid: removed.itemUid, below: [], was };
}

/** Waits until nothing is left to send, except for changes to an item that was refused. */
async function settle(devices: Device[]): Promise<void> {
	for (const device of devices) device.put('up', 'all');
	for (let turns = 0; devices.some(isWaiting); turns += 1) {
		if (turns > 20_000) throw new Error(`still waiting: ${JSON.stringify(devices.map(queueOf))}`);
		if (turns % 20 === 0) for (const device of devices) device.outbox().nudge();
		await wait(5);
	}
	for (const device of devices) while ((await device.look()).is !== 'fed');
}

const queueOf = (device: Device): readonly Intent[] => device.outbox().queue();

function isWaiting(device: Device): boolean {
	const queue = queueOf(device);
	const refused = new Set(
		queue
			.filter(({ kind, state }) => kind === 'add' && state === 'refused')
			.map(({ itemUid }) => itemUid)
	);
	return queue.some(({ state, itemUid }) => state === 'waiting' && !refused.has(itemUid));
}

async function inspect(
	{ cast }: Stage,
	devices: Device[],
	made: Made[],
	listUid: string
): Promise<void> {
	const { items } = await cast.ada.ask(lists.getList, { listUid });
	const isAdded = ({ uid }: { uid: string }) => !uid.startsWith('new_');
	const words = ({ uid, label, note, done, doneByName }: Item) => ({
		uid,
		label,
		note,
		done,
		doneByName
	});
	for (const device of devices)
		expect(device.shown().filter(isAdded).map(words)).toEqual(items.map(words));

	const refused = new Set(devices.flatMap(queueOf).map(({ key }) => key));
	expect(devices.flatMap(queueOf).filter(({ state }) => state === 'done')).toEqual([]);
	const done = made.filter(({ key }) => !refused.has(key));
	const rows = await cast.database.reader.change.findMany({ where: { listUid } });
	const happened = (kind: string) => rows.filter((row) => row.kind === kind).length;
	const meant = (kind: Act['kind']) => done.filter(({ act }) => act.kind === kind).length;
	expect({ adds: happened('item.added'), edits: happened('item.changed') }).toEqual({
		adds: meant('add'),
		edits: meant('edit')
	});
	for (const by of devices.keys()) inOrder(done, by, items, made);
}

/** Items of one person stay in the order they were added, unless moved or edited. An item that one person ticked keeps the last tick. */
function inOrder(done: Made[], by: number, items: Item[], made: Made[]): void {
	const moved = made.some(({ act: { kind } }) => kind === 'move' || kind === 'restore');
	const mine = items.filter(({ addedByName, label }) => addedByName && label.startsWith(`${by}.`));
	const numbers = mine.map(({ label }) => Number(label.split('.')[1]));
	const edited = made.some(({ act: { kind } }) => kind === 'edit');
	if (!moved && !edited) expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
	for (const item of items) {
		const ticks = done.filter(({ act }) => /tick/.test(act.kind) && act.itemUid === item.uid);
		const last = ticks.at(-1);
		if (last && ticks.every((tick) => tick.by === last.by))
			expect(item.done).toBe(last.act.kind === 'tick');
	}
}
