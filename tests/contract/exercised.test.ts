// Each operation is asked by name in a test of its own, beside the tables that go through the whole catalogue.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { importsOf, syntaxOf } from '../support/imports.ts';

/** What is asked through one door alone, and the word that stands in the call in place of the operation. */
const byAnotherWord: Record<string, string> = {
	refreshPair: '/auth/refresh',
	fetch: 'fetch'
};

/** The folder of this file holds the tables. */
const files = globSync('tests/**/*.{test,spec}.ts', { cwd: join(import.meta.dirname, '../..') })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => !file.startsWith('tests/contract/'));

/** What each call in a file is given: `group.operation` of a file of operations, or a word in quotes. */
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

it('asks each operation by name in a test that is no table of all of them', () => {
	const wordFor = (name: string) => (byAnotherWord[name] ? `'${byAnotherWord[name]}'` : name);
	expect(Object.keys(catalogue).filter((name) => !asked.has(wordFor(name)))).toEqual([]);
});

it('takes another word only for what no test asks by its name', () => {
	expect(Object.keys(byAnotherWord).filter((name) => asked.has(name))).toEqual([]);
});
