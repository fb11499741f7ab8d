// The sentences that the server and the scripts have as literals instead of messages of the catalogue.
import ts from 'typescript';
import { syntaxOf } from './imports.ts';

/** The texts of a file that read as sentences, except for descriptions and examples of operations, log lines, and headers. */
export function proseIn(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (isForProgrammers(node)) return;
		const text = textOf(node);
		if (text !== undefined && isSentence(text)) found.push(text);
		ts.forEachChild(node, visit);
	};
	visit(syntaxOf(file));
	return found;
}

/** True for words that begin with a capital letter, or that end as a sentence does. */
const isSentence = (text: string): boolean =>
	/^[“"]?\p{Lu}\p{Ll}*,? [^=]*\p{Ll}(?!.*=)/u.test(text) ||
	/[\p{L}…] .*[\p{L}\d”"…)][.?!]$/u.test(text);

/** The text of a literal, with `…` for each expression of a template. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

const describes = /^(says|whether|counts|when|onDay|namedUids|flag|lastSeen|meta|describe)$/;
const describing = /^(summary|said|tool|hints|when|address|example)$/;

function isForProgrammers(node: ts.Node): boolean {
	if (ts.isTemplateExpression(node)) return /\binEnglish\(/.test(node.getText());
	if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return true;
	if (ts.isPropertyAssignment(node)) return describing.test(node.name.getText());
	if (ts.isNewExpression(node)) return node.expression.getText() === 'Error';
	const parent = node.parent;
	if (parent && ts.isCallExpression(parent) && parent.expression.getText() === 'named')
		return parent.arguments[2] === node;
	if (!ts.isCallExpression(node)) return false;
	const called = node.expression.getText();
	return describes.test(called.split('.').at(-1) ?? '') || /\blog\.\w+$/.test(called);
}
