// SQL whose text is composed once and cached equals the SQL that Prisma composes each time, and no query gets another one's text.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../src/lib/server/data/client.ts';
import { sql, type Sql } from '../../src/lib/server/data/sql.ts';
import { openWorld, providers, type World } from '../support/world.ts';

/** A part to compose: a value, a text, a list, or a template that contains others. */
type Plan =
	{ value: number } | { raw: string } | { list: Plan[] } | { texts: string[]; in: Plan[] };

const text = fc.constantFrom('a', 'b', ' ? ', '$1', ',', '');
const { plan: plans } = fc.letrec<{ plan: Plan }>((tie) => ({
	plan: fc.oneof(
		{ maxDepth: 4 },
		fc.record({ value: fc.nat(9) }),
		fc.record({ raw: text }),
		fc.record({ list: fc.array(tie('plan'), { minLength: 1, maxLength: 3 }) }),
		fc.array(fc.tuple(text, tie('plan')), { maxLength: 3 }).map((pairs) => ({
			texts: ['', ...pairs.map(([one]) => one)],
			in: pairs.map(([, one]) => one)
		}))
	)
}));

/** Returns one template object for equal texts, as code does that runs again. */
const templates = new Map<string, TemplateStringsArray>();
function templateOf(texts: string[]): TemplateStringsArray {
	const key = JSON.stringify(texts);
	const known = templates.get(key) ?? Object.assign([...texts], { raw: texts });
	templates.set(key, known);
	return known;
}

type Tag = (template: TemplateStringsArray, ...parts: unknown[]) => Sql;
const prismas: Tag = (template, ...parts) => new Prisma.Sql(template, parts);

function composed(tag: Tag, plan: Plan): unknown {
	if ('value' in plan) return plan.value;
	if ('raw' in plan) return sql.raw(plan.raw);
	if ('list' in plan) return sql.join(plan.list.map((one) => composed(tag, one)));
	return tag(templateOf(plan.texts), ...plan.in.map((one) => composed(tag, one)));
}

it('has the text and the values that Prisma gives it', () => {
	fc.assert(
		fc.property(plans, plans, (one, other) => {
			for (const plan of [one, other]) {
				const whole = { texts: ['(', ')'], in: [plan] };
				const [ours, theirs] = [sql, prismas].map((tag) => composed(tag, whole) as Sql);
				for (const key of ['sql', 'text', 'statement', 'strings', 'values'] as const)
					expect(ours?.[key]).toEqual(theirs?.[key]);
			}
		}),
		{ numRuns: 2000 }
	);
});

it('has the same text object for the same templates, whatever the values', () => {
	const of = (value: number) => sql`SELECT ${value} FROM ${sql.raw('"Item"')}`;
	expect(of(1).strings).toBe(of(2).strings);
	expect(of(1).values).toEqual([1]);
	expect(of(2).values).toEqual([2]);
});

it('never has another query’s text when more was composed than the cache holds', () => {
	const list = (length: number) => sql.join(Array.from({ length }, () => 0));
	for (let number = 0; number < 15_000; number += 1) {
		const [one, other, third] = [
			number % 25,
			Math.floor(number / 25) % 25,
			Math.floor(number / 625)
		];
		const made = sql`SELECT ${list(one + 1)} UNION ${list(other + 1)} UNION ${list(third + 1)}`;
		const places = [one, other, third].map((more) =>
			Array(more + 1)
				.fill('?')
				.join()
		);
		expect(made.sql).toBe(`SELECT ${places.join(' UNION ')}`);
	}
});

it('caches no text with many parameters, nor one that contains it', () => {
	const uids = Array.from({ length: 60 }, (_, at) => `lst_${at}`);
	const of = () => sql`${sql`"uid" IN (${sql.join(uids)})`} AND TRUE`;
	expect(of().sql).toBe(of().sql);
	expect(of().strings).not.toBe(of().strings);
});

describe.each(providers)('on %s', (provider) => {
	let world: World;
	beforeAll(async () => void (world = await openWorld(provider)));
	afterAll(() => world.close());

	it('is accepted by the driver and by Prisma alike', async () => {
		const where = sql`${1} < ${2}`;
		const query = sql`SELECT COUNT(*) AS "count" FROM "Member" WHERE ${where}`;
		const { read, reader } = world.database;
		const [[ours], [theirs]] = await Promise.all([
			read.query<{ count: bigint }>(query),
			reader.$queryRaw<{ count: bigint }[]>(query)
		]);
		expect(Number(ours?.count)).toBe(Number(theirs?.count));
	});
});
