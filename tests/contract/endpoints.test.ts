// The endpoints of REST are written from the catalogue: a file for each address, with a line for each of its operations.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { record } from '../support/answers.ts';
import { sources } from '../support/imports.ts';

const root = join(import.meta.dirname, '../..');

type Bound = { method: string; path: string; entity: string; group: string; name: string };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every operation with an address, and the object of which entity it is a property of. */
const bound = (await Promise.all(sources.map(boundIn))).flat();

async function boundIn(file: string): Promise<Bound[]> {
	const [, entity] = /^src\/lib\/server\/(\w+)\/operations\.ts$/.exec(file) ?? [];
	if (!entity) return [];
	const exported = Object.entries(record(await import(join(root, file))));
	return Object.values(catalogue).flatMap(({ name, address }) => {
		const [group] = exported.find(([, all]) => record(all)[name] === catalogue[name]) ?? [];
		const [method = '', path = ''] = address?.split(' ') ?? [];
		return group && path ? [{ method, path, entity, group, name }] : [];
	});
}

const byPath = Object.entries(Object.groupBy(bound, ({ path }) => path));

it.each(byPath)(
	'%s has the endpoint that the catalogue makes: if not, run this test with -u',
	async (path, operations = []) => {
		const folder = path.replaceAll(':', '[x+3a]').replace(/\{(\w+)\}/g, '[$1=uid]');
		const file = join(root, 'src/routes/api/v1', folder, '+server.ts');
		await expect(endpointOf(operations)).toMatchFileSnapshot(file);
	}
);

function endpointOf(operations: Bound[]): string {
	const imports = operations.map(
		({ entity, group }) => `import { ${group} } from '$lib/server/${entity}/operations';\n`
	);
	const lines = operations
		.toSorted((one, other) => methods.indexOf(one.method) - methods.indexOf(other.method))
		.map(({ method, group, name }) => `export const ${method} = rest(${group}.${name});\n`);
	return `${[...new Set(imports)].join('')}import { rest } from '$lib/server/http/rest';\n\n${lines.join('')}`;
}
