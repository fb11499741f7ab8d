// Sends every request that the published document shows, unchanged. The answer is the one that the document shows.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { openHouse } from '../support/household.ts';
import { committed, operationsIn } from '../support/document.ts';
import { sendExample, whoMay } from '../support/example.ts';
import { movedInAt, moveIn, moveOut } from '../support/fixture-household.ts';

const asked = operationsIn(committed).filter(({ id }) => catalogue[id]);

describe('the examples of the published document', () => {
	let house: Awaited<ReturnType<typeof openHouse>>;
	beforeAll(async () => void (house = await openHouse('sqlite')));
	afterAll(async () => void (await house.close()));

	it('are the answers of the server: review the difference, then run this test and document.test.ts with -u', async () => {
		const answers: Record<string, unknown> = {};
		let isChanged = true;
		for (const documented of asked) {
			if (isChanged) await moveIn(house.database);
			isChanged = catalogue[documented.id]?.kind === 'command';
			if (documented.id === 'setUpInstance') await moveOut(house.database);
			const { status, body } = await sendExample(whoMay(house.origin, documented), documented);
			expect([documented.id, status]).toEqual([documented.id, 200]);
			answers[documented.id] = steady(body, documented.id);
		}
		await expect(`${JSON.stringify(answers, null, '\t')}\n`).toMatchFileSnapshot(
			'../../src/lib/server/http/openapi/example-answers.json'
		);
	});
});

const here = new Set(Object.values(exampleUids));

/** Makes an answer reproducible: new uids, secrets and moments become values of the same shape that are derived from `seed`. */
function steady(value: unknown, seed: string, field = ''): unknown {
	if (Array.isArray(value)) return value.map((one, index) => steady(one, `${seed} ${index}`));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, steady(inner, `${seed} ${name}`, name)])
		);
	if (field === 'storageBytes') return 299_008;
	return typeof value === 'string' ? steadyText(value, seed, field) : value;
}

function steadyText(text: string, seed: string, field: string): string {
	const made = createHash('sha256').update(seed).digest();
	if (/^\d{4}-\d\d-\d\dT/.test(text)) return steadyMoment(text);
	if (/^(lst|itm|sec|mem|grp|tok|req)_/.test(text) && !here.has(text))
		return text.slice(0, 4) + made.toString('base64url').slice(0, 22);
	if (field === 'accessToken' || field === 'secret')
		return text.slice(0, text.indexOf('_') + 1) + made.toString('base64url');
	if (field === 'temporaryPassword' || field === 'checkPhrase')
		return words.slice(0, text.split(' ').length).join(' ');
	return /^\d+\.[0-9a-f]{16}$/.test(text) ? `412.${made.toString('hex').slice(0, 16)}` : text;
}

/** Shifts a moment so that now becomes `movedInAt`. Distances are rounded to whole minutes. */
function steadyMoment(text: string): string {
	if (new Date(text).getTime() === movedInAt.getTime()) return text;
	const minutes = Math.round((new Date(text).getTime() - Date.now()) / 60_000);
	return new Date(movedInAt.getTime() + minutes * 60_000).toISOString();
}

const words = ['lamp', 'river', 'orbit', 'candle', 'maple', 'stone'];
