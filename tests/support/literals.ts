// The words that a source says by itself and not by a message, by what the parsers say of it.
import { readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { syntaxOf } from './imports.ts';

type Node = Record<string, unknown> & { type: string };

/** Attributes and props whose value people read or hear. */
const read = new Set(
	'aria-label aria-description alt button content description done hint label of placeholder text title'.split(
		' '
	)
);

/** What a component shows: its texts, the attributes that are read, and strings in what it shows as a text. */
export const wordsShownBy = (file: string): string[] =>
	shownBy(parse(readFileSync(file, 'utf8'), { modern: true }).fragment).filter(hasWords);

/** Sentences, halves of sentences and labels in a script. A single word in small letters is a kind or an event there. */
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

/** Props of a component that are words by their look, whatever they are called. */
function titlesOf({ type, attributes }: Node): string[] {
	if (type !== 'Component' || !Array.isArray(attributes)) return [];
	return attributes
		.flatMap(({ name, value }: Node) => (read.has(String(name)) ? [] : shownBy(value)))
		.filter((text) => /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text));
}

/** The strings that an expression may be, without those that it only compares. */
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

/** What finds elements: '.label a', '[aria-invalid], .problem'. */
const isSelector = (text: string): boolean => /^[.#[]|^(a|input|main), ?\w/.test(text);

/** What a keyboard calls its keys. */
const isKey = (text: string): boolean => /^(Escape|Enter|Arrow[A-Z]\w+)$/.test(text);
