// The answer of tools/list for each set of abilities is a file, so that every change of it shows in a review.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { part } from '../support/answers.ts';
import { askedOf } from '../support/assistant.ts';
import { openCast, type Cast } from '../support/household.ts';

let cast: Cast;
beforeAll(async () => void (cast = await openCast('sqlite')));
afterAll(() => cast.close());

async function listed(bearer: string): Promise<unknown[]> {
	const { body } = await askedOf(cast.origin, { bearer }, 'tools/list');
	const tools = part(part(body, 'result'), 'tools');
	if (!Array.isArray(tools)) throw new Error(`no tools were listed: ${JSON.stringify(body)}`);
	return tools;
}

/** The tools of a pair, and those that only an access token has. */
async function everyTool(): Promise<unknown[]> {
	const { pair, token } = await cast.write((rows) => ({
		pair: rows.pair(cast.ada.uid),
		token: rows.token(cast.ada.uid).secret
	}));
	const tools = await listed(pair);
	const names = new Set(tools.map((tool) => part(tool, 'name')));
	return [...tools, ...(await listed(token)).filter((tool) => !names.has(part(tool, 'name')))];
}

it('every tool is listed as in the snapshot', async () => {
	const tools = await everyTool();
	const all = tools.map((tool) => JSON.stringify(tool, null, '\t')).join('\n\n');
	await expect(`${all}\n`).toMatchFileSnapshot('tools.snap');
});

it('each set of abilities gets exactly the tools of the snapshot', async () => {
	const all = new Map<unknown, unknown>();
	for (const tool of await everyTool()) all.set(part(tool, 'name'), tool);
	const sets = [
		'read',
		'write',
		'delete',
		'read write',
		'read delete',
		'write delete',
		'read write delete'
	];
	const lines: string[] = [];
	for (const abilities of sets) {
		const has = (ability: string) => abilities.split(' ').includes(ability);
		const given = (['read', 'write', 'delete'] as const).filter(has);
		const tools = await listed(
			await cast.write((rows) => rows.token(cast.ada.uid, { abilities: given }).secret)
		);
		for (const tool of tools) expect(tool).toEqual(all.get(part(tool, 'name')));
		const names = tools.map((tool) => String(part(tool, 'name')));
		lines.push(`${abilities} (${names.length})`, ...names.map((name) => `\t${name}`));
	}
	await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('abilities.snap');
});
