// Every example of the published document is sent as it stands, and answered as it says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mill } from '../../src/lib/server/http/openapi/examples.ts';
import { openHouse } from '../support/cast.ts';
import { committed, operationsIn } from '../support/document.ts';
import { exampleAnswerOf, sendExample, whoMay } from '../support/example.ts';
import { moveIn, moveOut } from '../support/fixture-household.ts';

const shown = operationsIn(committed).filter(
	(documented) => exampleAnswerOf(documented) !== undefined
);

describe('the examples of the published document', () => {
	let house: Awaited<ReturnType<typeof openHouse>>;
	beforeAll(async () => void (house = await openHouse('sqlite')));
	afterAll(async () => void (await house.close()));

	it('are of everything that answers with JSON', () => {
		expect(shown.length).toBeGreaterThan(60);
	});

	it.each(shown)('$address answers as shown', async (documented) => {
		await moveIn(house.database);
		if (documented.id === 'setUpInstance') await moveOut(house.database);
		const client = whoMay(house.origin, documented);
		const answer = await sendExample(client, documented);
		expect([answer.status, lasting(answer.body)]).toEqual([
			200,
			lasting(exampleAnswerOf(documented))
		]);
	});
});

const here = new Set(Object.values(mill));

/** What is another one every time: moments, what is new, and what nobody is to guess. */
function lasting(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((element) => lasting(element));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([field, inner]) => [field, lasting(inner, field)])
		);
	if (changing.has(name)) return `some ${typeof value}`;
	if (typeof value !== 'string') return value;
	if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a moment';
	return /^(lst|itm|mem|grp|tok|req)_/.test(value) && !here.has(value)
		? `a new ${value.slice(0, 3)}`
		: value;
}

const changing = new Set([
	...['accessToken', 'secret', 'temporaryPassword', 'checkPhrase'],
	...['version', 'storageBytes']
]);
