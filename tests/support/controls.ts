// The form controls in the sources of the pages, found with Svelte's own parser.
import { globSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';

type Element = AST.RegularElement | AST.Component;

/** The names of controls, where a source has the name as a literal. */
export function namedControls(): Set<string> {
	const names = controlsIn().flatMap(({ element }) => textOf(element, 'name') ?? []);
	return new Set(names);
}

/** Controls that a refresh could reset to the server's value: neither bound nor out of the user's reach. */
export function unboundControls(): string[] {
	return controlsIn()
		.filter(({ element }) => element.type === 'RegularElement' && !isBound(element))
		.map(({ file, element }) => `${file}: <${element.name}>`);
}

/** Forms that are posted without an idempotency key. The sign-in form is left out: each sign-in is a request of its own. */
export function formsWithoutKey(): string[] {
	return sources()
		.filter((file) => !file.endsWith('/sign-in/+page.svelte'))
		.flatMap((file) => elementsOf(file).map((element) => ({ file, element })))
		.filter(
			({ element }) =>
				element.name === 'form' &&
				textOf(element, 'method')?.toLowerCase() === 'post' &&
				!elementsIn(element.fragment).some(({ name }) => name === 'IdempotencyKeyField')
		)
		.map(({ file }) => file);
}

const isBound = ({ attributes }: Element): boolean =>
	attributes.some(
		(attribute) =>
			attribute.type === 'BindDirective' && ['value', 'checked', 'group'].includes(attribute.name)
	);

function controlsIn(): { file: string; element: Element }[] {
	return sources().flatMap((file) =>
		elementsOf(file)
			.filter(isControl)
			.map((element) => ({ file, element }))
	);
}

const sources = (): string[] => globSync('src/**/*.svelte').sort();

const elementsOf = (file: string): Element[] =>
	elementsIn(parse(readFileSync(file, 'utf8'), { modern: true }).fragment);

function isControl(element: Element): boolean {
	if (element.type === 'Component')
		return element.name.endsWith('Field') && element.name !== 'IdempotencyKeyField';
	if (!/^(input|textarea|select)$/.test(element.name)) return false;
	const isReadonly = element.attributes.some(
		(attribute) => attribute.type === 'Attribute' && attribute.name === 'readonly'
	);
	return textOf(element, 'type') !== 'hidden' && !isReadonly;
}

function textOf({ attributes }: Element, name: string): string | undefined {
	const attribute = attributes.find(
		(one) => one.type === 'Attribute' && one.name === name && Array.isArray(one.value)
	);
	if (attribute?.type !== 'Attribute' || !Array.isArray(attribute.value)) return undefined;
	const [part, ...others] = attribute.value;
	return part?.type === 'Text' && others.length === 0 ? part.data : undefined;
}

/** Leaves out what is within a <noscript>, since no script refreshes it. */
function elementsIn(node: unknown): Element[] {
	if (typeof node !== 'object' || node === null) return [];
	if (Array.isArray(node)) return node.flatMap(elementsIn);
	if (isElement(node) && node.name === 'noscript') return [];
	const within = Object.values(node).flatMap(elementsIn);
	return isElement(node) ? [node, ...within] : within;
}

function isElement(node: object): node is Element {
	return 'type' in node && (node.type === 'RegularElement' || node.type === 'Component');
}
