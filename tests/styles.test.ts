import { describe, expect, it } from 'vitest';
import { importsOf, sources } from './support/imports.ts';
import {
	components,
	computedClasses,
	elements,
	fits,
	layerOf,
	ownAtRules,
	ownSelectors,
	sharedSelectors,
	sheets,
	statementsIn,
	textOf,
	type Element,
	type Selector
} from './support/styles.ts';

const index = 'src/styles/index.css';

/** The layers, from the lowest precedence to the highest. */
const layers = ['tokens', 'base', 'forms', 'buttons', 'list', 'menu', 'layout'];

/** The style of menus is in one shared file: the entries are in the components that use a menu, so Menu.svelte could not style them. */
const mayServeOneComponent = ['src/styles/menu.css'];

const all = elements();
const shared = sharedSelectors();
const own = ownSelectors();

describe('layers', () => {
	it('are declared once, in order, before anything else', () => {
		const [declaration, ...others] = statementsIn(index);
		expect(declaration).toBe(`@layer ${layers.join(', ')}`);
		expect(others.filter((statement) => !statement.startsWith('@import '))).toEqual([]);
	});

	it('are imported in one place, each once and in the same order', () => {
		const imported = statementsIn(index).filter((statement) => statement.includes("'./"));
		expect(imported).toEqual(layers.map((layer) => `@import './${layer}.css'`));
		const inScripts = sources
			.filter((file) => textOf(file).includes('.css'))
			.flatMap(importsOf)
			.filter(({ target }) => target.endsWith('.css'));
		expect(inScripts.map(({ file, target }) => [file, target])).toEqual([
			['src/routes/+layout.svelte', index]
		]);
	});

	it('contain every rule of src/styles, each file only its own layer', () => {
		const files = sheets.filter((file) => file !== index);
		expect(files.map(layerOf).sort()).toEqual([...layers].sort());
		for (const file of files) expect(statementsIn(file), file).toEqual([`@layer ${layerOf(file)}`]);
	});

	it('are not used in the style of a component, which takes precedence over them', () => {
		expect(ownAtRules('layer')).toEqual([]);
	});
});

describe('classes', () => {
	it('are found: there are many components and many elements with a class', () => {
		expect(components.length).toBeGreaterThan(80);
		expect(all.filter(({ classes }) => classes.length > 0).length).toBeGreaterThan(250);
		expect(shared.length).toBeGreaterThan(120);
		expect(own.length).toBeGreaterThan(120);
	});

	it('are written out in full, so that a search finds every use', () => {
		expect(computedClasses()).toEqual([]);
	});

	it('have a rule that fits the element', () => {
		const rules = [...shared, ...own].flatMap(({ file, compounds }) =>
			compounds.map((compound) => ({ file, compound }))
		);
		const unstyled = all.flatMap((element) =>
			element.classes
				.filter(
					(name) =>
						!rules.some(
							({ file, compound }) =>
								compound.classes.includes(name) && fits(element, compound, file)
						)
				)
				.map((name) => `${element.file}: <${element.tag} class="${name}">`)
		);
		expect(unstyled).toEqual([]);
	});
});

describe('rules', () => {
	it('have a use: some element fits each part of each selector', () => {
		const unused = [...shared, ...own].filter(({ file, compounds }) =>
			compounds.some((compound) => !all.some((element) => fits(element, compound, file)))
		);
		expect(unused.map(inWords)).toEqual([]);
	});

	it('of src/styles serve several components; rules for one are in its own style', () => {
		const ofOne = shared
			.filter(({ file }) => !mayServeOneComponent.includes(file))
			.filter((selector) => filesUsing(selector)?.size === 1);
		expect(ofOne.map(inWords)).toEqual([]);
	});
});

describe('siblings', () => {
	it('are named by a class: after `li + li` or `+ *`, browsers style all rows of a list anew when one is added or moved', () => {
		const byElement = /(?:^|[\s>,(])(?:[a-z]\w*|\*) [+~] |[+~] \*(?! \w)/;
		const found = [...sheets, ...components].flatMap((file) =>
			[...textOf(file).matchAll(/^[^<\n]*[+~] .*[{,]$/gm)]
				.map(([text]) => text.trim())
				// Svelte adds a class of its own to each part that is not global.
				.filter((text) => sheets.includes(file) || text.includes(':global('))
				.filter((text) => byElement.test(text))
				.map((text) => `${file}: ${text}`)
		);
		// Loaded only where everything else is to be hidden.
		expect(found).toEqual(['src/lib/ui/PageGone.svelte: :global(.shell:has(.hides) ~ *),']);
	});
});

describe('sides', () => {
	it('are named by the direction of reading, which is from the right in Arabic', () => {
		const named = [...sheets, ...components].flatMap((file) =>
			[...styleOf(file).matchAll(physicalSide)].map(([text]) => `${file}: ${text.trim()}`)
		);
		expect(named).toEqual([]);
	});
});

describe('tokens', () => {
	it('are all defined, and none without a use', () => {
		const text = [...sheets, ...components].map(textOf).join('\n');
		const used = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
		const defined = new Set(
			[...textOf('src/styles/tokens.css').matchAll(/(--[\w-]+):/g)].map(([, name]) => name)
		);
		expect([...used].sort()).toEqual([...defined].sort());
	});
});

/** The components that use the last classes in a selector. Undefined if it has none, or one of src/app.html. */
function filesUsing({ file, compounds }: Selector): Set<string> | undefined {
	const last = compounds.findLast(({ classes }) => classes.length > 0);
	if (!last) return undefined;
	const files = all.filter((element) => fits(element, last, file)).map(fileOf);
	return files.includes('src/app.html') ? undefined : new Set(files);
}

/** A declaration with left or right, or with four values of which the second and the fourth differ. */
const physicalSide =
	/[\w-]*\b(?:left|right)\b[\w-]*\s*:|:\s*(?:left|right)\s*;|(?:margin|padding|inset)\s*:\s*\S+ (\S+) \S+ (?!\1;)\S+;/g;

/** The text of a sheet, or of a component's style, with each value in brackets as one word. */
function styleOf(file: string): string {
	const text = textOf(file);
	const style = file.endsWith('.css') ? text : text.slice(text.lastIndexOf('<style>'));
	return style.replace(/\/\*[^]*?\*\//g, '').replace(/\([^()]*\)/g, '()');
}

const fileOf = ({ file }: Element): string => file;

const inWords = ({ file, text }: Selector): string => `${file}: ${text}`;
