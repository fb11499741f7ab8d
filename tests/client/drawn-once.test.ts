// What the server has drawn of a row is used again, and only for a row that would be drawn in the same way.
import fc from 'fast-check';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { inLanguage } from '../../src/lib/server/http/request-context.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import { drawnOnce } from '../../src/lib/ui/drawn-once.ts';
import PlainItemRow from '../../src/lib/ui/ItemRow.svelte';
import PlainSidebarRow from '../../src/lib/ui/SidebarRow.svelte';
import { ItemRow, SidebarRow } from '../../src/lib/ui/rows.ts';
import PlainPublicRow from '../../src/routes/public/PublicRow.svelte';
import { PublicRow } from '../../src/routes/public/rows.ts';
import { reused } from '../../src/lib/client/format/reused.ts';
import Counted from '../support/Counted.svelte';

const few = fc.constantFrom('', '<b>', '½ "l"', '🛒 null');
const uid = fc.constantFrom('itm_a', 'itm_b');
const day = fc.constantFrom('2026-11-19', '2026-11-20');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const item = fc.record({
	uid,
	...eachText(() => few),
	dueOn: fc.oneof(fc.constant(''), day),
	done: fc.boolean(),
	doneByName: few,
	doneAt: fc.constantFrom('', '2026-11-19T23:30:00.000Z'),
	addedByName: few,
	addedViaToken: few
});

const itemRow = fc.record(
	{
		item,
		canEdit: fc.boolean(),
		today: day,
		timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
		problem: maybe(few),
		justChanged: fc.boolean(),
		onquantity: maybe(fc.constant(() => undefined)),
		list: maybe(fc.record({ uid, name: few })),
		from: few,
		isUnsent: fc.boolean(),
		isLeaving: fc.boolean()
	},
	{ requiredKeys: ['item', 'canEdit', 'today', 'timeZone', 'isUnsent'] }
);

/** Their items are reused, as those of a page are: the same few objects in many rows. */
const reusedItems = fc.sample(item, { numRuns: 6, seed: 20261129 }).map((texts) => reused(texts));
const publicRow = fc.record({
	item: fc.constantFrom(...reusedItems),
	ontick: fc.constant(undefined),
	isTapped: fc.boolean(),
	allowJoin: fc.boolean(),
	publicSignup: fc.boolean(),
	today: day,
	refusal: few
});

const sidebarRow = fc.record({
	uid,
	name: few,
	openCount: fc.nat(2),
	isCurrent: fc.boolean()
});

/** Draws one row, and then rows that differ from it in one property or in the language. */
function expectTheSame<Props extends Record<string, unknown>>(
	[kept, plain]: [Component<Props>, Component<Props>],
	each: fc.Arbitrary<Props>
): void {
	const drawn = (component: Component<Props>, props: Props) =>
		render(component as Component<Record<string, unknown>>, { props }).body;
	const expectAs = (spoken: 'en' | 'de' | 'ar', props: Props) =>
		inLanguage(spoken, () => {
			const wanted = drawn(plain, props);
			expect(drawn(kept, props)).toBe(wanted);
			// The mark of `$props.id()`: the same id would stand in every row.
			expect(wanted).not.toContain('<!--$');
		});
	fc.assert(
		fc.property(each, each, (props, others) => {
			for (const spoken of ['en', 'de', 'ar'] as const) expectAs(spoken, props);
			for (const name in others) expectAs('en', { ...props, [name]: others[name] });
			expectAs('en', props);
		}),
		{ numRuns: 300 }
	);
}

it('a row of a list is drawn as without what was kept', () =>
	expectTheSame([ItemRow, PlainItemRow], itemRow));

it('a list beside a page is drawn as without what was kept', () =>
	expectTheSame([SidebarRow, PlainSidebarRow], sidebarRow));

it('a row of the public list is drawn as without what was kept', () =>
	expectTheSame([PublicRow, PlainPublicRow], publicRow));

it('a page of more rows than are kept otherwise is drawn once where their items hold the texts', () => {
	const Kept = drawnOnce(Counted, ['drawn'], 'item');
	const first = reused({ label: 'first '.repeat(100) });
	const others = Array.from({ length: 4999 }, (_, at) => reused({ label: `${at} `.repeat(100) }));
	const items = [first, ...others];
	const { labels, props } = counted('');
	const draw = (at: number, item = first) => render(Kept, { props: { ...props, item, at } }).body;
	const drawAll = () => items.map((item) => draw(1, item)).join('');
	expect(drawAll()).toBe(drawAll());
	expect(labels).toHaveLength(items.length);
	// Of the many ways to draw one of them, the last ones are held.
	for (let at = 2; at < 30; at += 1) draw(at);
	expect(labels).toHaveLength(items.length + 28);
	draw(29);
	expect(labels).toHaveLength(items.length + 28);
	draw(1);
	expect(labels).toHaveLength(items.length + 29);
});

/** The properties of a component that says each time that it is drawn, and what it has said. */
function counted(label: string) {
	const labels: string[] = [];
	return { labels, props: { item: { label }, drawn: (drawn: string) => void labels.push(drawn) } };
}

it('the same properties are drawn once, other ones anew', () => {
	const Kept = drawnOnce(Counted, ['run', 'drawn']);
	const { labels, props } = counted('milk');
	const bodyOf = (others: object) => render(Kept, { props: { ...props, ...others } }).body;
	const same = [bodyOf({}), bodyOf({ item: { label: 'milk' } }), bodyOf({ at: undefined })];
	expect(same).toEqual(Array(3).fill('<!--[--><b>milk</b><!--]-->'));
	expect(labels).toHaveLength(1);
	bodyOf({ at: 1 });
	bodyOf({ run: () => 1 });
	bodyOf({ run: () => 2 });
	expect(labels).toHaveLength(3);
	inLanguage('de', () => bodyOf({}));
	expect(labels).toHaveLength(4);
});

it('two components with the same properties are kept apart', () => {
	const { labels, props } = counted('bread');
	for (const Kept of [drawnOnce(Counted, ['drawn']), drawnOnce(Counted, ['drawn'])])
		expect(render(Kept, { props }).body).toContain('bread');
	expect(labels).toEqual(['bread', 'bread']);
});

it('with a function that is no handler it is drawn anew each time', () => {
	const { labels, props } = counted('eggs');
	const Kept = drawnOnce(Counted, ['run']);
	for (const html of [1, 2].map(() => render(Kept, { props }).body)) expect(html).toContain('eggs');
	expect(labels).toEqual(['eggs', 'eggs']);
});

it('nothing of the context of a page gets into it', () => {
	const { props } = counted('rice');
	const context = new Map([['member', 'Ada']]);
	expect(render(Counted, { props, context }).body).toContain('Ada');
	expect(render(drawnOnce(Counted, ['drawn']), { props, context }).body).not.toContain('Ada');
});

it('what is kept is bounded, and what is used stays', () => {
	const Kept = drawnOnce(Counted, ['drawn']);
	const { labels, props } = counted('often');
	const long = 'x'.repeat(100_000);
	const longBody = (at: number) =>
		render(Kept, { props: { ...props, item: { label: long }, at } }).body;
	for (let at = 0; at < 50; at += 1) {
		expect(render(Kept, { props }).body).toContain('often');
		expect(longBody(at)).toContain(long);
	}
	expect(labels.filter((label) => label === 'often')).toHaveLength(1);
	expect(longBody(0)).toContain(long);
	expect(labels.filter((label) => label === long)).toHaveLength(51);
});
