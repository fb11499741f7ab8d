// A list's name as long as a request can be costs no more time than a short one, in every place that takes a name.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offered } from '../../src/lib/server/mcp/tools.ts';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
let bearer: string;
beforeAll(async () => {
	cast = await openCast('sqlite');
	bearer = await cast.write((rows) => {
		for (let number = 0; number < 20; number += 1)
			rows.list(cast.ada.uid, { name: `List ${number}`, nameWords: `list ${number}` });
		return rows.token(cast.ada.uid).secret;
	});
});
afterAll(() => cast.close());

/** Names nearly as long as BODY_SIZE_LIMIT allows, of many words and of one. */
const longest = ['ab '.repeat(130_000), 'a'.repeat(390_000)];

const places: [string, string, (name: string) => Record<string, unknown>][] = [
	...offered.flatMap(({ described: { name, inputSchema } }) =>
		Object.keys(inputSchema.properties)
			.filter((field) => field === 'list' || field === 'toList')
			.map((field): (typeof places)[number] => [
				`${field} of ${name}`,
				'tools/call',
				(list) => ({ name, arguments: { [field]: list } })
			])
	),
	['an address', 'resources/read', (name) => ({ uri: `hearth://lists/${name}` })],
	['a prompt', 'prompts/get', (list) => ({ name: 'tidy_list', arguments: { list } })],
	[
		'a completion',
		'completion/complete',
		(value) => ({
			ref: { type: 'ref/prompt', name: 'tidy_list' },
			argument: { name: 'list', value }
		})
	]
];

it.each(places)('%s takes no longer for a very long name', async (_place, method, paramsOf) => {
	for (const name of longest) {
		const short = await quickest(method, paramsOf('Unicorns'));
		const long = await quickest(method, paramsOf(name));
		expect(long.status).toBe(short.status);
		expect(long.text.length).toBeLessThan(5_000);
		// Most of the time is for reading the body, which takes the same for every request of this size.
		expect(long.took).toBeLessThan(200 + 5 * short.took);
	}
});

/** The quickest of three answers, since a busy machine delays one now and then. */
async function quickest(method: string, params: Record<string, unknown>) {
	const answers = [];
	for (let time = 0; time < 3; time += 1) {
		const began = performance.now();
		const { status, text } = await ask(method, params);
		answers.push({ status, text, took: performance.now() - began });
	}
	return answers.reduce((one, other) => (other.took < one.took ? other : one));
}

/** Uses a revision without headers that repeat the name, because such a header would be too long itself. */
const ask = (method: string, params: Record<string, unknown>) =>
	cast.bearer(bearer).send('POST', '/mcp', {
		json: { jsonrpc: '2.0', id: 1, method, params },
		headers: {
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': '2025-06-18'
		}
	});
