// Every string that an operation takes, in the longest and slowest shapes that fit into a request. A string that is too long
// is refused, and none blocks the event loop for more than `mostMs`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import process from 'node:process';
import { z } from 'zod';
import type { Caller } from '../../src/lib/server/kernel/caller.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { longestShapes } from '../support/longest.ts';
import { outcome } from '../support/outcome.ts';
import { openWorld, visitor, type World } from '../support/world.ts';

const mostMs = 200;

type Leaf = {
	path: (string | number)[];
	most: number | undefined;
	/** An enum, a pattern or a uid: a long value of these names nothing. */
	isShort: boolean;
};

/** Strings that only the size of the body limits. */
const ofAnyLength = ['findLists name', 'compareLines labels.0'];

/** Every string in a schema: its path, and the most characters that it may have. */
function stringsIn(schema: z.core.$ZodType, path: (string | number)[] = []): Leaf[] {
	if (schema instanceof z.ZodObject)
		return Object.entries(schema.shape).flatMap(([name, field]) =>
			stringsIn(field, [...path, name])
		);
	if (schema instanceof z.ZodArray) return stringsIn(schema.def.element, [...path, 0]);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
		return stringsIn(schema.def.innerType, path).map((leaf) => ({
			...leaf,
			most: leaf.most ?? mostOf(schema)
		}));
	if (schema instanceof z.ZodPipe) return stringsIn(schema.def.in, path);
	const isText = schema instanceof z.ZodString || schema instanceof z.ZodEnum;
	return isText ? [{ path, most: mostOf(schema), isShort: isShort(schema, path) }] : [];
}

function isShort(schema: z.ZodType, path: (string | number)[]): boolean {
	const { pattern, format, description = '' } = schema.meta() ?? {};
	const isMatched = typeof pattern === 'string' || typeof format === 'string';
	const isUid = /^The uid of /.test(description) || /uids$/i.test(String(path.at(-2)));
	return schema instanceof z.ZodEnum || isMatched || isUid;
}

const mostOf = (schema: z.ZodType): number | undefined => {
	const most = schema.meta()?.maxLength;
	return typeof most === 'number' ? most : undefined;
};

/** A valid value for a schema; `name` is the name of its field. */
function plain(schema: z.core.$ZodType, name: string, uids: Record<string, string>): unknown {
	if (schema instanceof z.ZodObject)
		return Object.fromEntries(
			Object.entries(schema.shape).map(([field, type]) => [field, plain(type, field, uids)])
		);
	if (schema instanceof z.ZodArray) return [plain(schema.def.element, name, uids)];
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
		return plain(schema.def.innerType, name, uids);
	if (schema instanceof z.ZodPipe) return plain(schema.def.in, name, uids);
	if (schema instanceof z.ZodBoolean) return true;
	if (schema instanceof z.ZodEnum) return schema.options[0];
	return uids[name] ?? texts[name] ?? 'milk';
}

const texts: Record<string, string> = {
	email: 'dan@mill.test',
	password: 'correct horse battery staple',
	newPassword: 'correct horse battery staple',
	dueOn: '2026-12-31',
	from: '2026-12-01',
	to: '2026-12-31',
	expiresAt: '2030-01-01T00:00:00Z'
};

function withText(input: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown {
	if (first === undefined) return value;
	if (Array.isArray(input))
		return input.map((one, at) => (at === first ? withText(one, rest, value) : one));
	return Object.fromEntries(
		Object.entries(input ?? {}).map(([name, inner]) => [
			name,
			name === first ? withText(inner, rest, value) : inner
		])
	);
}

/** The least CPU time of this thread for it, in milliseconds. Work of other processes does not count. */
async function computing(ask: () => Promise<unknown>): Promise<number> {
	let least = Infinity;
	// More than ten times the limit is no noise, so try no further.
	for (let tries = 0; tries < 4 && least > mostMs; tries += 1) {
		const begun = process.threadCpuUsage();
		await ask();
		const { user, system } = process.threadCpuUsage(begun);
		least = Math.min(least, (user + system) / 1000);
		if (least > 10 * mostMs) return least;
	}
	return least;
}

const cases = Object.values(catalogue).flatMap((operation) =>
	stringsIn(operation.input).map((leaf) => ({ operation, leaf, where: leaf.path.join('.') }))
);

describe('the longest string', () => {
	let world: World;
	let ada: Caller;
	const uids: Record<string, string> = {};
	beforeAll(async () => {
		world = await openWorld('sqlite');
		ada = await world.setUp();
		const { uid } = await world.listOf(ada);
		const { item } = await world.ask(catalogueOf('addItem'), ada, { listUid: uid, label: 'milk' });
		Object.assign(uids, { listUid: uid, itemUid: uidIn(item), id: uid });
	});
	afterAll(() => world.close());

	it('is sent to every string field, and all but the listed ones have a limit', () => {
		expect(cases.length).toBeGreaterThan(100);
		const unbounded = cases.filter(({ leaf }) => leaf.most === undefined && !leaf.isShort);
		expect(unbounded.map(({ operation, where }) => `${operation.name} ${where}`)).toEqual(
			ofAnyLength
		);
	});

	it.each(cases)(
		'as $where of $operation.name',
		{ timeout: 60_000 },
		async ({ operation, leaf }) => {
			const caller = operation.access.who === 'visitor' ? visitor : ada;
			const input = plain(operation.input, '', uids);
			for (const { shape, text, characters } of longestShapes) {
				const given = withText(input, leaf.path, text);
				let became = '';
				const took = await computing(async () => {
					became = await outcome(world.ask(operation, caller, z.looseObject({}).parse(given)));
				});
				expect(took, `${shape}: ${became}`).toBeLessThan(mostMs);
				if (leaf.most !== undefined && characters > leaf.most)
					expect(became, shape).not.toBe('done');
			}
		}
	);
});

const catalogueOf = (name: string) => {
	const operation = catalogue[name];
	if (!operation) throw new Error(`there is no operation ${name}`);
	return operation;
};

const uidIn = (made: unknown): string => z.looseObject({ uid: z.string() }).parse(made).uid;
