// Every tool, called by every kind of caller. The model predicts each answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offered } from '../../src/lib/server/mcp/tools.ts';
import { newUid } from '../../src/lib/server/kernel/secrets.ts';
import { expectedStatus, type CallerKind, type Rule } from '../contract/model.ts';
import { toolRules } from '../contract/promises.ts';
import { askedIn, callers, sceneFor, type Scene } from '../contract/request-cases.ts';
import { part, record } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { newRows, openCast, sharedHash, type Cast } from '../support/household.ts';
import type { Answer } from '../support/client.ts';
import { providers } from '../support/world.ts';

const camelCase = (tool: string): string =>
	tool.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The input of the tool's operation, with the list under the tool's own name for it. */
function callOf(tool: string, scene: Scene): Record<string, unknown> {
	const { listUid, toListUid, ...rest } = askedIn(scene, camelCase(tool));
	return {
		...rest,
		...(listUid ? { list: listUid } : {}),
		...(toListUid ? { toList: toListUid } : {}),
		...otherwise[tool]
	};
}

/** Input in place of examples that would be refused for other reasons than the caller. */
const otherwise: Record<string, object> = {
	// This tool takes people by their names.
	share_list: { sharing: 'SHARING_INSTANCE', memberUids: undefined, groupUids: undefined }
};

const names = offered.map(({ described }) => described.name);

it('has a rule for each tool', () => {
	expect(Object.keys(toolRules).sort()).toEqual(names.toSorted());
});

describe.each(providers)('the matrix of tools on %s', (provider) => {
	let cast: Cast;
	let passwordHash: string;
	beforeAll(async () => {
		cast = await openCast(provider);
		passwordHash = await sharedHash();
	});
	afterAll(() => cast.close());

	it.each(names)('lets only the callers in the contract use %s', async (name) => {
		const rule = toolRules[name] ?? { who: 'any' };
		const rows = newRows();
		const scenes = Object.entries(callers).map(
			([who, kind]) => [who, sceneFor(rows, kind, who, passwordHash)] as const
		);
		await rows.write(cast.database);
		const expected: Record<string, string> = {};
		const seen: Record<string, string> = {};
		const denied: Scene[] = [];
		const callAs = async ([who, scene]: (typeof scenes)[number]) => {
			const call = (given: Record<string, unknown>) =>
				askedOf(cast.origin, scene.credential, 'tools/call', { name, arguments: given });
			const given = callOf(name, scene);
			const answer = await call(given);
			expected[who] = expectedOf(rule, scene.kind);
			seen[who] = outcomeOf(answer);
			if (expected[who] === 'missing') {
				const [never, called] = neverWas(given);
				expect(textOf(answer), `to ${who}`).toBe(
					textOf(await call(never)).replaceAll(called.to, called.from)
				);
			}
			if (expected[who] !== 'done') denied.push(scene);
		};
		await Promise.all(scenes.map(callAs));
		expect(seen).toEqual(expected);
		const listUid = { in: denied.map((scene) => scene.listUid) };
		expect(await cast.database.reader.change.findMany({ where: { listUid } })).toEqual([]);
	});

	it.each(Object.keys(callers))('lists for %s exactly the tools of the contract', async (who) => {
		const kind = callers[who];
		if (!kind) throw new Error(`there is no caller ${who}`);
		const scene = await cast.write((rows) => sceneFor(rows, kind, who, passwordHash));
		const answer = await askedOf(cast.origin, scene.credential, 'tools/list');
		const allowed = names.filter(
			(name) => expectedStatus(withoutNeeds(toolRules[name]), kind) === 200
		);
		const isBearer = kind.by === 'pair' || kind.by === 'token';
		expect(answer.status).toBe(isBearer ? 200 : 401);
		const tools = part(part(answer.body, 'result'), 'tools');
		const listed = Array.isArray(tools) ? tools.map((tool) => part(tool, 'name')) : [];
		expect(listed).toEqual(isBearer ? allowed : []);
	});
});

const withoutNeeds = ({ who, ability, readable }: Rule = { who: 'admin' }): Rule => ({
	who,
	...(ability ? { ability } : {}),
	...(readable ? { readable } : {})
});

/** The expected answer. A browser's cookie is no credential here; a tool that the credential does not allow says why. */
function expectedOf(rule: Rule, kind: CallerKind): string {
	if (kind.by !== 'pair' && kind.by !== 'token') return 'unauthenticated';
	if (expectedStatus(withoutNeeds(rule), kind) !== 200) return 'not allowed';
	const status = expectedStatus(rule, kind);
	return status === 200 ? 'done' : status === 404 ? 'missing' : 'forbidden';
}

function outcomeOf({ status, body }: Answer): string {
	if (status === 401) return 'unauthenticated';
	const { result } = record(body);
	if (part(result, 'isError') !== true) return result ? 'done' : JSON.stringify(body);
	const said = textIn(result);
	if (/^(This )?(list|item|entry) .*doesn't exist/i.test(said)) return 'missing';
	if (
		/^(This access token may not|An access token can't|Only an access token|Choose your own password)/.test(
			said
		)
	)
		return 'not allowed';
	return /^(Only the owner|You can see this list)/.test(said) ? 'forbidden' : said;
}

const textOf = ({ body }: Answer): string => textIn(part(body, 'result'));

function textIn(result: unknown): string {
	const content = part(result, 'content');
	return Array.isArray(content) ? String(part(content[0], 'text')) : '';
}

/** The same call about a uid that never existed, and that uid. */
function neverWas(given: Record<string, unknown>) {
	const from = /(?:lst|itm)_[\w-]{22}/.exec(JSON.stringify(given))?.[0] ?? '';
	const to = newUid(from.startsWith('lst') ? 'lst' : 'itm');
	const never: Record<string, unknown> = JSON.parse(JSON.stringify(given).replaceAll(from, to));
	return [never, { from, to }] as const;
}
