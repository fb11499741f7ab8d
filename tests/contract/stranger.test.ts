// A third party with nothing but the document generates a client from it, and works on a list with it.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse } from '../support/household.ts';
import { moveIn, secrets } from '../support/fixture-household.ts';

describe("a stranger's program", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'hearth-stranger-'));
		const root = join(import.meta.dirname, '../..');
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
		await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
		await copyFile(
			join(import.meta.dirname, 'child-request.mts'),
			join(folder, 'child-request.mts')
		);
		const document = new URL('../../docs/openapi.json', import.meta.url);
		await writeFile(join(folder, 'hearth.d.ts'), astToString(await openapiTypes(document)));
	});
	afterAll(() => rm(folder, { recursive: true }));

	it('passes the type check', () => {
		expect(complaintsAbout(join(folder, 'child-request.mts'))).toEqual([]);
	});

	it('fails the type check for a wrong type, body, address, value, event or code', async () => {
		const wrong = join(folder, 'wrong.mts');
		const item = `params: { path: { itemUid: '' } }`;
		await writeFile(
			wrong,
			`import createClient from 'openapi-fetch';
			import type { paths } from './hearth.d.ts';
			const hearth = createClient<paths>();
			await hearth.PUT('/items/{itemUid}/done', { ${item}, body: { done: 'yes' } });
			await hearth.PUT('/items/{itemUid}/done', { ${item} });
			await hearth.PUT('/items/{itemUid}/ticked', { ${item}, body: { done: true } });
			await hearth.GET('/lists', { params: { query: { order: '' } } });
			const { error } = await hearth.GET('/lists');
			if (error?.code === 4) console.log(error.message);
			type Told = paths['/events']['get']['responses'][200]['content']['text/event-stream'];
			const isBought = (event: Told) => 'kind' in event && event.kind === 'item.bought';
			console.log(isBought);`
		);
		const [type, body, address, value, code, event, ...more] = complaintsAbout(wrong);
		expect(value).toContain('LIST_ORDER_NAME');
		expect(code).toMatch(/no overlap/);
		expect(event).toMatch(/no overlap/);
		expect(type).toContain("Type 'string' is not assignable to type 'boolean'");
		expect(body).toContain("Property 'body' is missing");
		expect(address).toContain('/items/{itemUid}/ticked');
		expect(more).toEqual([]);
	});

	it('works on a list and follows its events', async () => {
		const house = await openHouse('sqlite');
		try {
			await moveIn(house.database);
			const { stdout } = await promisify(execFile)(
				process.execPath,
				['child-request.mts', house.origin, secrets.token],
				{ cwd: folder, env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' } }
			);
			expect(JSON.parse(stdout)).toEqual({
				items: ['[ ] Flour', '[ ] Milk', '[x] Eggs'],
				open: 2,
				due: ['Milk on Groceries', 'Milk on Saturday'],
				found: ['Flour'],
				shared: 'nobody else',
				told: ['Ada', 'list.shared', 'read everything again'],
				refused: [403, true, 'This access token may not delete.']
			});
		} finally {
			await house.close();
		}
	});
});

/** The errors that TypeScript reports for a program with its strictest settings. */
function complaintsAbout(file: string): string[] {
	const program = ts.createProgram([file], {
		...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
		...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, types: ['node'] },
		...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext }
	});
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
