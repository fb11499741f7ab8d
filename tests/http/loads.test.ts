// A page starts all its reads in parallel: no load waits for one answer before it asks for another that does not depend on it.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

describe('a load', () => {
	it('starts every read that does not depend on an earlier answer at once', () => {
		const loads = globSync('src/routes/**/*.server.ts');
		expect(loads.length).toBeGreaterThan(30);
		expect(loads.flatMap((file) => waitsForNothing(file, readFileSync(file, 'utf8')))).toEqual([]);
	});

	it('is reported when it does not', () => {
		const load = (second: string) =>
			`async function load(event) { const { one } = await ask(event, a); const two = await ask(event, b${second}); }`;
		expect(waitsForNothing('a file', load(''))).toHaveLength(1);
		expect(waitsForNothing('a file', load(', one'))).toEqual([]);
	});
});

/** Each statement that awaits an answer and does not need the results of the awaiting statements before it. */
function waitsForNothing(file: string, text: string): string[] {
	const found: string[] = [];
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	visit(source);
	return found;

	function visit(node: ts.Node): void {
		if (ts.isBlock(node)) look(node.statements);
		ts.forEachChild(node, visit);
	}

	function look(statements: readonly ts.Statement[]): void {
		const given = new Set<string>();
		let hasAwaited = false;
		for (const statement of statements) {
			const asks = asksIn(statement);
			const isNeeded = [...given].some((name) => new RegExp(`\\b${name}\\b`).test(asks));
			if (asks && hasAwaited && !isNeeded) found.push(`${file}: ${asks}`);
			hasAwaited ||= asks !== '';
			// Names that are derived from an answer depend on it too. After an `if`, later reads may follow from its decision.
			if (asks || [...given].some((name) => new RegExp(`\\b${name}\\b`).test(statement.getText())))
				for (const name of namesGivenBy(statement)) given.add(name);
			if (ts.isIfStatement(statement) && hasAwaited) hasAwaited = false;
		}
	}

	/** The text of the statement if it declares the answer of an operation, otherwise "". */
	function asksIn(statement: ts.Statement): string {
		const text = statement.getText();
		return ts.isVariableStatement(statement) && /=\s*await ask\(/.test(text) ? text : '';
	}

	function namesGivenBy(statement: ts.Statement): string[] {
		if (!ts.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
	}

	function namesIn(name: ts.BindingName): string[] {
		if (ts.isIdentifier(name)) return [name.text];
		return name.elements.flatMap((element) =>
			ts.isOmittedExpression(element) ? [] : namesIn(element.name)
		);
	}
}
