// Each operation is called by name in some test, besides the tables in this folder that go through the whole catalogue.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { importsOf, syntaxOf } from '../support/imports.ts';

/** Operations that only one transport can call, and the string that stands in such a call in place of the operation. */
const byAnotherWord: Record<string, string> = { fetch: 'fetch' };

/** All test files except for this folder, which holds the tables. */
const files = globSync('tests/**/*.{test,spec}.ts', { cwd: join(import.meta.dirname, '../..') })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !file.startsWith('tests/contract/'));

/** The arguments of the calls in a file: names of operations (`group.operation`), and string literals in quotes. */
function givenToCalls(file: string): string[] {
	const groups = importsOf(file)
		.filter(({ target }) => target.endsWith('/operations.ts'))
		.flatMap(({ names }) => names);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node))
			for (const given of node.arguments) {
				if (ts.isStringLiteral(given)) found.push(`'${given.text}'`);
				if (ts.isPropertyAccessExpression(given) && groups.includes(given.expression.getText()))
					found.push(given.name.text);
			}
		ts.forEachChild(node, visit);
	};
	visit(syntaxOf(file));
	return found;
}

const asked = new Set(files.flatMap(givenToCalls));

it('calls each operation by name in a test that is no table of the whole catalogue', () => {
	const wordFor = (name: string) => (byAnotherWord[name] ? `'${byAnotherWord[name]}'` : name);
	expect(
		Object.keys(catalogue).filter((name) => !asked.has(wordFor(name))),
		'give each to a call in a test, as in `world.ask(items.addItem, …)`'
	).toEqual([]);
});

it('lists another word only for operations that no test calls by name', () => {
	expect(Object.keys(byAnotherWord).filter((name) => asked.has(name))).toEqual([]);
});
