// A request that the published document allows is never refused as malformed. The requests are drawn from the document alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { camelised, typed } from '../../src/lib/server/http/text.ts';
import { openHouse, password } from '../support/household.ts';
import { part } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { committed, operationsIn, parametersOf, type Documented } from '../support/document.ts';
import { fitting, type Schema } from '../support/fitting.ts';
import { whoMay } from '../support/example.ts';
import { isLong } from '../support/figures.ts';
import { moveIn } from '../support/fixture-household.ts';
import { providers } from '../support/world.ts';

type Drawn = {
	path: Record<string, string>;
	query: Record<string, string>;
	body: object | undefined;
};

const operations = operationsIn(committed).filter(({ id }) => catalogue[id]);

describe('a request that the document allows', () => {
	it.each(operations)('is well-formed to $address', (documented) => {
		const { input } = catalogue[documented.id] ?? {};
		if (!input) throw new Error(`${documented.id} is not in the catalogue`);
		fc.assert(
			fc.property(requestTo(documented), ({ path, query, body }) => {
				const asked = body ? camelised(JSON.parse(JSON.stringify(body))) : {};
				const asQuery = body ? {} : typed(input, new URLSearchParams(query));
				const given = { ...Object(asked), ...asQuery, ...path };
				const { error } = input.safeParse(given);
				expect(error?.issues, JSON.stringify(given)).toBeUndefined();
			}),
			{ numRuns: 150 }
		);
	});

	it.each(providers)(
		'is refused on %s only for the state of the data, never as malformed',
		{ timeout: 3_600_000 },
		async (provider) => {
			const house = await openHouse(provider, { LOG_LEVEL: 'silent' });
			const seen = new Map<number, number>();
			try {
				for (let sent = 0; sent < total; sent += onOneHousehold) {
					await moveIn(house.database);
					const each = fc.sample(oneOfAll(), onOneHousehold);
					for (const { documented, drawn } of each) {
						const answer = await send(house.origin, documented, drawn);
						seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
						expect(malformedIn(documented, answer), JSON.stringify(drawn)).toEqual([]);
					}
				}
			} finally {
				await house.close();
			}
			expect(seen.get(422) ?? 0).toBe(0);
			expect(seen.get(200) ?? 0).toBeGreaterThan(total / 8);
		}
	);
});

const total = isLong ? 20_000 : 500;
/** How many requests are sent before the household is rebuilt. Some requests end the credentials of the others. */
const onOneHousehold = 50;

/** These are drawn more rarely: they end the credentials of the others, or hash a password, which is slow on purpose. */
const rare =
	/^(setUpInstance|signUp|signIn|signOut|changePassword|complete.*|addMember|removeMember|deleteInstance|endSession)$/;

const oneOfAll = (): fc.Arbitrary<{ documented: Documented; drawn: Drawn }> =>
	fc.oneof(
		...operations.map((documented) => ({
			arbitrary: requestTo(documented).map((drawn) => ({ documented, drawn })),
			weight: rare.test(documented.id) ? 1 : 8
		}))
	);

function requestTo(documented: Documented): fc.Arbitrary<Drawn> {
	const body = bodyOf(documented);
	return fc.record({
		path: parametersIn(documented, 'path'),
		query: parametersIn(documented, 'query'),
		body: body ? bodyFor(body) : fc.constant(undefined)
	});
}

function bodyFor({ schema, required }: { schema: Schema; required: boolean }) {
	const drawn = fitting(schema, known).map((value) => Object(value));
	return required ? drawn : fc.oneof(fc.constant(undefined), drawn);
}

function parametersIn(
	documented: Documented,
	where: 'path' | 'query'
): fc.Arbitrary<Record<string, string>> {
	const asked = parametersOf(committed, documented).filter((given) => given.in === where);
	const each = asked.map(({ name, schema }) => [
		name,
		where === 'path'
			? fc.constantFrom(...known(name))
			: fitting(schema ?? {}, known, name).map(String)
	]);
	const requiredKeys = asked.filter(({ required }) => required).map(({ name }) => name);
	return fc.record(Object.fromEntries(each), { requiredKeys });
}

/** Existing values for a field that names something in the household. */
const known = (field: string): string[] => {
	const [, kind = ''] =
		/^(?:after_|to_)?(list|item|member|group|token|request|session)_?uids?$/i.exec(field) ?? [];
	const there = Object.values(exampleUids).filter((uid) =>
		uid.startsWith(kind.slice(0, 1).toLowerCase())
	);
	if (/uids?$/i.test(field)) return there;
	return /^currentPassword$/.test(field) ? [password] : [];
};

function bodyOf({ operation }: Documented): { schema: Schema; required: boolean } | undefined {
	const body = operation.requestBody;
	if (!body || '$ref' in body) return undefined;
	const media = body.content['application/json'];
	const schema = media && 'schema' in media ? media.schema : undefined;
	return schema ? { schema, required: body.required ?? false } : undefined;
}

function send(origin: string, documented: Documented, { path, query, body }: Drawn) {
	const address = Object.entries(path).reduce(
		(filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
		documented.path
	);
	const behind = Object.entries(query)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
	return whoMay(origin, documented).send(
		documented.method,
		`/api/v1${address}${behind ? `?${behind}` : ''}`,
		body ? { json: body } : {}
	);
}

/** The fields that were refused as malformed, except for rules that depend on other fields or on the data. */
function malformedIn({ id }: Documented, { status, body }: Answer): string[] {
	if (status !== 400 || part(body, 'code') !== 3) return [];
	const violations = part(part(body, 'details'), '0');
	const fields = Object.values(Object(part(violations, 'fieldViolations')));
	return fields
		.map((violation) => `${id} ${String(part(violation, 'field')).replace(/\d+/g, 'N')}`)
		.filter((refused) => !besideOthers[refused]);
}

/** Rules that no schema can express. The description of the operation has them, in these words. `N` is any place in an array. */
const besideOthers: Record<string, string> = {
	'moveItem afterItemUid': 'has to be on the target list',
	'moveItem sectionUid': 'The section has to be on the target list',
	'addItem sectionUid': 'has to be on this list',
	'addItems items.N.sectionUid': 'has to be on this list',
	'createSection afterSectionUid': 'has to be on this list',
	'changeSection afterSectionUid': 'has to be on the same list',
	'getDatedItems from': '`from` must not be after `to`',
	'makeAccessToken abilities': 'At least one ability has to be true',
	'makeAccessToken listUids': '`listUids` names at least one list',
	'makeAccessToken expiresAt': '`expiresAt` must not be in the past',
	'changePassword currentPassword': 'Requires the current password',
	'deleteInstance password': 'both have to match',
	'deleteInstance instanceName': 'both have to match'
};

it.each(Object.entries(besideOthers))(
	'the document describes in words which values %s takes',
	(field, words) => {
		const [id] = field.split(' ');
		const description = operations.find((documented) => documented.id === id)?.operation
			.description;
		expect(description).toContain(words);
	}
);
