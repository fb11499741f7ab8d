// What the `load` of a page awaits after something else, though it could have been asked at the same time.
import ts from 'typescript';
import { sources, syntaxOf } from './imports.ts';

/** As `file: question`. */
export function lateQuestions(): string[] {
	return sources
		.filter((file) => /\+(page|layout)(\.server)?\.ts$/.test(file))
		.flatMap((file) =>
			functionsIn(syntaxOf(file)).flatMap((body) =>
				lateIn(body).map((question) => `${file}: ${question}`)
			)
		);
}

/** The bodies of `load`, and of the functions beside it. What a form does has an order, and is left out. */
const functionsIn = ({ statements }: ts.SourceFile): ts.Block[] =>
	statements.flatMap((statement) => {
		if (ts.isFunctionDeclaration(statement)) return statement.body ?? [];
		if (!ts.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
			name.getText() === 'load' &&
			initializer &&
			ts.isArrowFunction(initializer) &&
			ts.isBlock(initializer.body)
				? initializer.body
				: []
		);
	});

function lateIn(body: ts.Block): string[] {
	/** Names whose values follow from an answer. */
	const answered = new Set<string>();
	const late: string[] = [];
	let isFirst = true;
	for (const statement of body.statements) {
		const awaited = awaitsIn(statement);
		for (const one of awaited) {
			if (!isFirst)
				late.push(
					...questionsOf(one)
						.filter((question) => !mentions(question, answered))
						.map(inOneLine)
				);
			isFirst = false;
		}
		if (awaited.length > 0 || mentions(statement, answered))
			for (const name of namesBoundIn(statement)) answered.add(name);
	}
	return late;
}

/** The questions of one `await`: each element of a `Promise.all`, or the whole condition that it depends on. */
function questionsOf(awaited: ts.AwaitExpression): ts.Node[] {
	let condition: ts.Node | undefined;
	ts.findAncestor(awaited, (node) => {
		if (ts.isConditionalExpression(node) || ts.isBinaryExpression(node)) condition = node;
		return ts.isStatement(node);
	});
	if (condition) return [condition];
	const { expression } = awaited;
	if (!ts.isCallExpression(expression)) return [expression];
	const [all] = expression.arguments;
	return all && ts.isArrayLiteralExpression(all) ? [...all.elements] : [expression];
}

/** Those of the function itself, in the order of the source. An `if` or a `try` is a case of its own, and is left out. */
function awaitsIn(node: ts.Node): ts.AwaitExpression[] {
	if (ts.isFunctionLike(node) || ts.isIfStatement(node) || ts.isTryStatement(node)) return [];
	const inside: ts.AwaitExpression[] = [];
	ts.forEachChild(node, (child) => void inside.push(...awaitsIn(child)));
	return ts.isAwaitExpression(node) ? [node, ...inside] : inside;
}

function mentions(node: ts.Node, names: Set<string>): boolean {
	if (ts.isIdentifier(node) && names.has(node.text)) return true;
	return ts.forEachChild(node, (child) => mentions(child, names)) ?? false;
}

const namesBoundIn = (statement: ts.Statement): string[] =>
	ts.isVariableStatement(statement)
		? statement.declarationList.declarations.flatMap(({ name }) => boundBy(name))
		: [];

function boundBy(name: ts.BindingName): string[] {
	if (ts.isIdentifier(name)) return [name.text];
	return name.elements.flatMap((element) =>
		ts.isBindingElement(element) ? boundBy(element.name) : []
	);
}

const inOneLine = (node: ts.Node): string => node.getText().replaceAll(/\s+/g, ' ');
