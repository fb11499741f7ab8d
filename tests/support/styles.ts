// The classes of the pages and the rules that style them, found with Svelte's own parsers.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseCss, type AST } from 'svelte/compiler';

/** An element of the markup, with every class that it may have. */
export type Element = { file: string; tag: string; classes: string[] };

/** One part of a selector, between two combinators or within a pseudo-class. `isGlobal`: within `:global`. */
type Compound = { tag?: string; classes: string[]; isGlobal: boolean };

/** The arguments of `:is`, `:not`, `:has` and `:global` are compounds of their own. */
export type Selector = { file: string; text: string; compounds: Compound[] };

type Node = { type: string };

export const sheets: string[] = globSync('src/styles/*.css').map(slashed).sort();

export const components: string[] = globSync('src/**/*.svelte').map(slashed).sort();

export const textOf = (file: string): string => readFileSync(file, 'utf8');

/** The statements at the top of a sheet, each up to its block: `@layer base`, `.button:hover`. */
export const statementsIn = (sheet: string): string[] =>
	parseCss(textOf(sheet)).children.map(({ start, end }) =>
		textOf(sheet)
			.slice(start, end)
			.replace(/[;{][^]*$/, '')
			.trim()
	);

export const layerOf = (sheet: string): string => basename(sheet, '.css');

/** The elements of every component and of src/app.html. */
export function elements(): Element[] {
	return [...components.flatMap(elementsOf), ...elementsOfPage()];
}

/** Elements with a class that is computed, so that a search for its name does not find it. */
export function computedClasses(): string[] {
	return components.flatMap((file) =>
		nodesIn(syntaxOf(file).fragment)
			.filter(hasAttributes)
			.filter((node) => node.attributes.some(isComputed))
			.map(({ name }) => `${file}: <${name}>`)
	);
}

/** The selectors of src/styles. */
export const sharedSelectors = (): Selector[] =>
	sheets.flatMap((file) => selectorsIn(file, parseCss(textOf(file)), textOf(file)));

/** The selectors of the components' own styles. */
export const ownSelectors = (): Selector[] =>
	components.flatMap((file) => selectorsIn(file, syntaxOf(file).css, textOf(file)));

/** Components whose own styles have an at-rule of this name. */
export const ownAtRules = (name: string): string[] =>
	components.filter((file) =>
		nodesIn(syntaxOf(file).css).some(
			(node) => node.type === 'Atrule' && 'name' in node && node.name === name
		)
	);

/** Whether the element may match this compound of a selector in the file `from`. */
export function fits(
	element: Element,
	{ tag, classes, isGlobal }: Compound,
	from: string
): boolean {
	const isInReach = isGlobal || sheets.includes(from) || element.file === from;
	return (
		isInReach &&
		(tag === undefined || tag === element.tag) &&
		classes.every((name) => element.classes.includes(name))
	);
}

function slashed(path: string): string {
	return path.replaceAll('\\', '/');
}

function syntaxOf(file: string): AST.Root {
	return parse(textOf(file), { modern: true });
}

function elementsOf(file: string): Element[] {
	return nodesIn(syntaxOf(file).fragment)
		.filter(hasAttributes)
		.filter(({ type }) => type === 'RegularElement')
		.map(({ name, attributes }) => ({ file, tag: name, classes: attributes.flatMap(classesIn) }));
}

/** src/app.html is a whole document, which Svelte's parser would not read. */
function elementsOfPage(): Element[] {
	const file = 'src/app.html';
	return [...textOf(file).matchAll(/<(\w+)(?:[^>]* class="([^"]*)")?/g)].map(
		([, tag = '', classes = '']) => ({ file, tag, classes: words(classes) })
	);
}

type WithAttributes = Node & { name: string; attributes: AST.RegularElement['attributes'] };

function hasAttributes(node: Node): node is WithAttributes {
	return ['RegularElement', 'Component', 'SvelteElement'].includes(node.type);
}

type Attribute = WithAttributes['attributes'][number];

function classesIn(attribute: Attribute): string[] {
	if (attribute.type === 'ClassDirective') return [attribute.name];
	return classesOf(attribute) ?? [];
}

const isComputed = (attribute: Attribute): boolean =>
	attribute.type === 'Attribute' &&
	attribute.name === 'class' &&
	classesOf(attribute) === undefined;

/** The classes that a class attribute may set; undefined where it computes any of them. */
function classesOf(attribute: Attribute): string[] | undefined {
	if (attribute.type !== 'Attribute' || attribute.name !== 'class') return [];
	if (attribute.value === true) return [];
	const [part, ...others] = Array.isArray(attribute.value) ? attribute.value : [attribute.value];
	if (!part || others.length > 0) return undefined;
	return part.type === 'Text' ? words(part.data) : literalsIn(part.expression);
}

type Expression = AST.ExpressionTag['expression'];

function literalsIn(expression: Expression): string[] | undefined {
	switch (expression.type) {
		case 'Literal':
			return typeof expression.value === 'string' ? words(expression.value) : undefined;
		case 'ConditionalExpression':
			return allOrNothing([literalsIn(expression.consequent), literalsIn(expression.alternate)]);
		case 'ArrayExpression':
			return allOrNothing(
				expression.elements.map((one) =>
					one && one.type !== 'SpreadElement' ? literalsIn(one) : undefined
				)
			);
		case 'ObjectExpression':
			return allOrNothing(
				expression.properties.map((property) => {
					if (property.type !== 'Property' || property.computed) return undefined;
					const { key } = property;
					return key.type === 'Identifier' ? [key.name] : literalsIn(key as Expression);
				})
			);
		default:
			return undefined;
	}
}

const allOrNothing = (parts: (string[] | undefined)[]): string[] | undefined =>
	parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function selectorsIn(file: string, sheet: unknown, text: string): Selector[] {
	return outermost(sheet).map((selector) => ({
		file,
		text: text.slice(selector.start, selector.end),
		compounds: selector.children.flatMap((part) => compoundsOf(part, false))
	}));
}

/** The selectors of rules. Steps of keyframes are written like rules, but select nothing. */
function outermost(node: unknown): AST.CSS.ComplexSelector[] {
	if (typeof node !== 'object' || node === null) return [];
	if (Array.isArray(node)) return node.flatMap(outermost);
	if ('type' in node && node.type === 'ComplexSelector') return [node as AST.CSS.ComplexSelector];
	if ('type' in node && node.type === 'Atrule' && 'name' in node && node.name === 'keyframes')
		return [];
	return Object.values(node).flatMap(outermost);
}

function compoundsOf(part: AST.CSS.RelativeSelector, isGlobal: boolean): Compound[] {
	const own: Compound = { classes: [], isGlobal };
	const within: Compound[] = [];
	for (const simple of part.selectors) {
		if (simple.type === 'TypeSelector' && simple.name !== '*') own.tag = simple.name;
		if (simple.type === 'ClassSelector') own.classes.push(simple.name);
		if (simple.type === 'PseudoClassSelector' && simple.args && simple.name !== 'dir')
			within.push(
				...simple.args.children
					.flatMap(({ children }) => children)
					.flatMap((inner) => compoundsOf(inner, isGlobal || simple.name === 'global'))
			);
	}
	return own.tag === undefined && own.classes.length === 0 ? within : [own, ...within];
}

function nodesIn(node: unknown): Node[] {
	if (typeof node !== 'object' || node === null) return [];
	if (Array.isArray(node)) return node.flatMap(nodesIn);
	const within = Object.values(node).flatMap(nodesIn);
	return 'type' in node && typeof node.type === 'string' ? [node as Node, ...within] : within;
}
