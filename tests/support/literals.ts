// The words that a source has as literals instead of messages of the catalogue, found with the parsers.
import { readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { syntaxOf } from './imports.ts';

type Node = Record<string, unknown> & { type: string };

/** Attributes and props whose value is shown or read out. */
const read = new Set(
	'aria-label aria-description alt button content description done hint label of placeholder text title'.split(
		' '
	)
);

/** The literal words that a component shows: texts, attributes that people read, and strings in expressions that are shown. */
export const wordsShownBy = (file: string): string[] =>
	shownBy(parse(readFileSync(file, 'utf8'), { modern: true }).fragment).filter(hasWords);

/** Sentences, parts of sentences and labels in a script. A single lower-case word is not counted: it is a kind or an event. */
export function sentencesIn(file: string): string[] {
	const found: string[] = [];
	visit(syntaxOf(file));
	return found.filter((text) => isSentence(withoutBrand(text)));

	function visit(node: ts.Node): void {
		if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.push(node.text);
		if (ts.isTemplateMiddleOrTemplateTail(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	}
}

function shownBy(node: unknown): string[] {
	if (Array.isArray(node)) return node.flatMap(shownBy);
	if (!isNode(node) || isCode(node) || node.type.endsWith('Directive')) return [];
	if (node.type === 'Text') return [String(node.data)];
	if (node.type === 'ExpressionTag') return valuesOf(node.expression);
	if (node.type === 'Attribute') return read.has(String(node.name)) ? shownBy(node.value) : [];
	return [...Object.values(node).flatMap(shownBy), ...titlesOf(node)];
}

/** Values of a component's other props that look like words, whatever the name of the prop. */
function titlesOf({ type, attributes }: Node): string[] {
	if (type !== 'Component' || !Array.isArray(attributes)) return [];
	return attributes
		.flatMap(({ name, value }: Node) => (read.has(String(name)) ? [] : shownBy(value)))
		.filter((text) => /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text));
}

/** The strings that an expression may evaluate to, without those that it only compares. */
function valuesOf(node: unknown): string[] {
	if (Array.isArray(node)) return node.flatMap(valuesOf);
	if (!isNode(node)) return [];
	switch (node.type) {
		case 'Literal':
			return typeof node.value === 'string' ? [node.value] : [];
		case 'TemplateLiteral':
			return [...valuesOf(node.quasis), ...valuesOf(node.expressions)];
		case 'TemplateElement':
			return [(node.value as { cooked: string }).cooked];
		case 'ConditionalExpression':
			return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
		case 'LogicalExpression':
			return [...valuesOf(node.left), ...valuesOf(node.right)];
		case 'BinaryExpression':
			return node.operator === '+' ? [...valuesOf(node.left), ...valuesOf(node.right)] : [];
		case 'ArrayExpression':
			return valuesOf(node.elements);
		case 'CallExpression':
			return valuesOf(node.callee);
		case 'MemberExpression':
			return valuesOf(node.object);
	}
	return [];
}

const isNode = (node: unknown): node is Node =>
	typeof node === 'object' && node !== null && 'type' in node;

const isCode = ({ type, name }: Node): boolean => type === 'RegularElement' && name === 'code';

const withoutBrand = (text: string): string => text.replaceAll('Hearth', '');

const hasWords = (text: string): boolean => /\p{L}/u.test(withoutBrand(text));

const isSentence = (text: string): boolean =>
	/\p{L}[,;:]? \p{L}|^ \p{L}{2}|\p{L}{2} $|^\p{Lu}\p{Ll}/u.test(text) &&
	!isSelector(text) &&
	!isKey(text);

/** A selector: '.label a', '[aria-invalid], .problem'. */
const isSelector = (text: string): boolean => /^[.#[]|^(a|input|main), ?\w/.test(text);

/** The name of a key, as in `KeyboardEvent.key`. */
const isKey = (text: string): boolean => /^(Escape|Enter|Arrow[A-Z]\w+)$/.test(text);
