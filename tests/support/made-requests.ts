// Requests generated from the published document: some valid, some with one thing wrong, some nonsense.
import fc from 'fast-check';
import type { oas32 } from 'zod-openapi';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { password } from './household.ts';
import type { Sent } from './client.ts';
import { resolved, type Schema } from './fitting.ts';
import { committed, operationsIn, parametersOf, type Documented } from './document.ts';

export type Made = { id: string; method: string; path: string; sent: Sent };

/**
 * A request to any address of the document. Two kinds are rarer: those that hash a password, which is slow on purpose,
 * and those that end a session, after which no caller is left.
 */
export function madeRequests(): fc.Arbitrary<Made> {
	return fc.oneof(
		...operationsIn(committed).map((documented) => ({
			arbitrary: requestTo(documented),
			weight: rare.has(documented.id) ? 1 : 12
		}))
	);
}

const rare = new Set([
	...['setUpInstance', 'signUp', 'signIn', 'changePassword', 'completeJoin', 'completeReset'],
	...['addMember', 'deleteInstance', 'signOut', 'endSession', 'removeMember']
]);

function requestTo(documented: Documented): fc.Arbitrary<Made> {
	const parameters = parametersOf(committed, documented);
	const schema = bodySchemaOf(documented);
	return fc
		.record({
			method: methodFor(documented),
			path: pathFor(documented.path, parameters),
			query: queryFor(parameters),
			headers: headers(),
			body: schema ? bodyFor(schema) : fc.oneof({ arbitrary: fc.constant({}), weight: 4 }, nonsense)
		})
		.map(({ method, path, query, headers: sentAlong, body }) => ({
			id: documented.id,
			method,
			path: `/api/v1${path}${query}`,
			sent: {
				...(/GET|HEAD|DELETE/.test(method) ? {} : body),
				headers: { ...('headers' in body ? body.headers : {}), ...sentAlong }
			}
		}));
}

/** A stream never ends: it is only asked for its headers. */
function methodFor({ id, method }: Documented): fc.Arbitrary<string> {
	if (id.startsWith('stream')) return fc.constantFrom('HEAD', 'PUT', 'DELETE');
	const other = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
	return fc.oneof({ arbitrary: fc.constant(method), weight: 30 }, { arbitrary: other, weight: 1 });
}

function pathFor(path: string, parameters: oas32.ParameterObject[]): fc.Arbitrary<string> {
	const uids = parameters.filter(({ in: where }) => where === 'path');
	return fc
		.tuple(fc.tuple(...uids.map(({ example }) => pathWord(String(example)))), fc.boolean())
		.map(([words, escaped]) => {
			const filled = uids.reduce(
				(text, { name }, index) => text.replace(`{${name}}`, () => words[index] ?? ''),
				path
			);
			return escaped ? filled.replace(':', '%3A') : filled;
		});
}

const wild = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 120 }),
	fc.string({ unit: 'grapheme' })
);
const encoded = wild.map((text) => encodeURIComponent(text.toWellFormed()));
const aUid = fc.constantFrom(...Object.values(exampleUids));

/** A path segment: mostly the example, which exists. */
const pathWord = (example: string): fc.Arbitrary<string> =>
	fc.oneof(
		{ arbitrary: fc.constant(example), weight: 12 },
		{ arbitrary: aUid, weight: 4 },
		{ arbitrary: encoded, weight: 1 },
		{
			arbitrary: fc.constantFrom(...'nothing me %00 %ff %2F ..%2f %E0%A4%A . .. %2e'.split(' ')),
			weight: 1
		}
	);

function queryFor(parameters: oas32.ParameterObject[]): fc.Arbitrary<string> {
	const asked = parameters.filter(({ in: where }) => where === 'query');
	const pairs = asked.map(({ name, schema }) =>
		fc
			.oneof(
				{ arbitrary: valueOf(name, schema).map(String), weight: 4 },
				{ arbitrary: wild, weight: 1 }
			)
			.map((value) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
	);
	const extra = fc.constantFrom(
		'__proto__=1',
		'listUid[]=1',
		'a',
		'=',
		'%ff=%ff',
		'query=a&query=b'
	);
	return fc
		.tuple(
			fc.subarray(pairs).chain((chosen) => fc.tuple(...chosen)),
			once(8, extra)
		)
		.map(([chosen, more]) => [...chosen, ...(more ? [more] : [])].join('&'))
		.map((query) => (query ? `?${query}` : ''));
}

const asHeader = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
	minLength: 1
});

/** A value once in so many times; otherwise undefined. */
const once = <Value>(
	times: number,
	arbitrary: fc.Arbitrary<Value>
): fc.Arbitrary<Value | undefined> =>
	fc.oneof({ arbitrary: fc.constant(undefined), weight: times - 1 }, { arbitrary, weight: 1 });

/** Idempotency keys are drawn from a few, so that they recur: for the same request, for another one, and by another caller. */
function headers(): fc.Arbitrary<Record<string, string>> {
	return fc
		.record({
			'idempotency-key': once(
				5,
				fc.oneof(fc.constantFrom('a', 'b', 'c'), asHeader, fc.constant('x'.repeat(300)))
			),
			'if-match': once(8, fc.oneof(fc.constantFrom('*', '""', 'W/"a"', '"a", "b"'), asHeader)),
			'if-none-match': once(8, fc.oneof(fc.constant('*'), asHeader)),
			'last-event-id': once(8, asHeader),
			'content-type': once(
				30,
				fc.constantFrom('text/plain', 'application/json; charset=x', 'multipart/form-data', '')
			),
			origin: once(30, fc.constantFrom('null', 'http://elsewhere.test', 'x'))
		})
		.map((made) =>
			Object.fromEntries(
				Object.entries(made).filter((entry): entry is [string, string] => entry[1] !== undefined)
			)
		);
}

/** A body that fits the document, or one with something wrong. */
function bodyFor(schema: Schema): fc.Arbitrary<Sent> {
	const valid = valueOf('', schema);
	return fc.oneof(
		{ arbitrary: valid.map((json) => ({ json })), weight: 6 },
		{
			arbitrary: fc
				.tuple(valid, fc.nat(), nasty)
				.map(([json, at, value]) => ({ json: withWrong(json, at, value) })),
			weight: 4
		},
		{ arbitrary: valid.map((json) => ({ json: snaked(json) })), weight: 1 },
		{ arbitrary: valid.map((json) => ({ json: { ...asObject(json), ...forged } })), weight: 1 },
		{ arbitrary: nonsense, weight: 1 }
	);
}

const nonsense: fc.Arbitrary<Sent> = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }).map((json) => ({ json })),
	fc.constantFrom('{', '[', '"', '\u0000', '{"a":1}{', '['.repeat(20_000), '1e999').map((raw) => ({
		raw,
		headers: { 'content-type': 'application/json' }
	})),
	fc.uint8Array({ maxLength: 60 }).map((bytes) => ({
		raw: Buffer.from(bytes),
		headers: { 'content-type': 'application/json' }
	}))
);

/** Fields that no caller may set, and names that every object has already. */
const forged: object = JSON.parse(
	'{"uid":"lst_mine","ownerUid":"mem_me","role":"ROLE_ADMIN","__proto__":{"isAdmin":true},"constructor":{"name":1},"toString":1}'
);

const nasty: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		...[
			null,
			true,
			0,
			-1,
			1.5,
			2 ** 53,
			'',
			' ',
			'\u0000',
			'\ud800',
			'\u202e',
			'2026-02-30',
			'0000-00-00'
		],
		...[
			{},
			[],
			[[]],
			{ not: '' },
			{ contains: 'a' },
			[null],
			'x'.repeat(65_000),
			'\u0301'.repeat(3000)
		],
		...[
			'275760-09-14T00:00:00Z',
			'9999-12-31T23:59:59.999999999Z',
			'ROLE_UNSPECIFIED',
			'toString',
			'__proto__'
		],
		Array.from({ length: 1001 }, () => 'mem_no')
	),
	fc.jsonValue({ maxDepth: 2 }),
	fc.string({ unit: 'binary' })
);

/**
 * A value that fits the schema; for a field whose name says what it is, one that may exist. It is never the name of the
 * household: that would confirm its deletion while other requests use it.
 */
export function valueOf(name: string, given: Schema | undefined): fc.Arbitrary<unknown> {
	if (typeof given !== 'object') return fc.jsonValue();
	const schema = resolved(given);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if (schema.type === 'boolean') return fc.boolean();
	if (schema.type === 'integer') return fc.integer();
	if (schema.type === 'array')
		return fc.array(valueOf(name, schema.items), { minLength: schema.minItems ?? 0, maxLength: 4 });
	if (schema.type === 'object') {
		const fields = Object.entries(schema.properties ?? {});
		return fc.record(
			Object.fromEntries(fields.map(([field, inner]) => [field, valueOf(field, inner)])),
			{ requiredKeys: schema.required ?? [] }
		);
	}
	const fits = new RegExp(schema.pattern ?? '', 'u');
	return textOf(name, schema).filter((text) => fits.test(text));
}

function textOf(
	name: string,
	{
		format,
		minLength = 0,
		maxLength = 60
	}: { format?: string; minLength?: number; maxLength?: number }
): fc.Arbitrary<string> {
	if (/uids?$/i.test(name)) return fc.oneof(aUid, fc.constantFrom('', 'nothing'));
	if (format === 'password')
		return fc.constantFrom(password, 'another horse, another battery', 'short');
	if (format === 'date-time' || name === 'expiresAt')
		return fc.constantFrom(
			'2026-11-20T09:00:00Z',
			'2099-01-01T00:00:00.123+02:00',
			'1970-01-01T00:00:00Z'
		);
	if (/^(dueOn|from|to)$/.test(name))
		return fc.constantFrom('2026-11-22', '2028-02-29', '9999-12-31', '');
	if (name === 'email')
		return fc.constantFrom('ada@mill.test', 'BEN@mill.test', 'dora@mill.test', 'x@y');
	const some = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
	return fc.oneof(some, fc.constantFrom('Milk', 'Groceries', 'Cooks', 'مرحبا', '𝔘𝔫𝔦', '👩‍👩‍👧‍👦'));
}

/** The same JSON with one field removed or replaced by `value`. */
function withWrong(json: unknown, at: number, value: unknown): unknown {
	const object = asObject(json);
	const names = Object.keys(object);
	const name = names[at % Math.max(names.length, 1)];
	if (name === undefined) return value;
	if (at % 5 === 0)
		return Object.fromEntries(Object.entries(object).filter(([field]) => field !== name));
	return { ...object, [name]: value };
}

const asObject = (json: unknown): object => (typeof json === 'object' && json !== null ? json : {});

const snaked = (json: unknown): object =>
	Object.fromEntries(
		Object.entries(asObject(json)).map(([name, value]) => [
			name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value
		])
	);

function bodySchemaOf({ operation }: Documented): Schema | undefined {
	const body = operation.requestBody;
	const media = body && 'content' in body ? body.content['application/json'] : undefined;
	return media && 'schema' in media ? media.schema : undefined;
}
