import { locale } from '$lib/client/format/language';
import { madeOnce } from '$lib/client/format/made-once';
import { isReused } from '$lib/client/format/reused';
import type { Component } from 'svelte';

/** Undefined in browsers, whose scripts must not hold it. */
const server = import.meta.env.SSR ? await import('svelte/server') : undefined;

/**
 * The same component, which the server draws once for the same properties and the same language: what it drew is kept as
 * text and used again. For rows, of which a page has a hundred that hardly ever change. It is drawn without a context, so
 * nothing but its properties can be in the text. `handlers` are the properties that hold handlers of events; with any
 * other function, such as a snippet, it is drawn anew. Where the value of `holder` is reused, it holds the texts as long as it
 * is in use, however many such rows a page has. See docs/decisions/082-keep-the-text-of-a-row.md.
 */
export function drawnOnce<Props extends Record<string, unknown>>(
	component: Component<Props>,
	handlers: readonly (keyof Props & string)[] = [],
	holder?: keyof Props & string
): Component<Props> {
	if (!server) return component;
	const { render } = server;
	const texts = new Texts();
	const textsOf = madeOnce((_held: object) => new Texts(longestHeld));
	return (internals, props) => {
		const given: unknown[] = [locale()];
		let found = texts;
		for (const name in props) {
			const value: unknown = props[name];
			const isFunction = typeof value === 'function';
			if (isFunction && !handlers.includes(name)) return component(internals, props);
			// `undefined` would become null.
			if (name === holder && isReused(value)) found = textsOf(value);
			else if (value !== undefined) given.push(name, isFunction || value);
		}
		if (!canPush(internals)) return component(internals, props);
		const draw = () => bare(render(anyOf(component), { props }).body);
		internals.push(found.get(JSON.stringify(given), draw));
		return {};
	};
}

/** `render` cannot tell what an unknown component needs. */
const anyOf = <Props extends Record<string, unknown>>(component: Component<Props>) =>
	component as Component<Record<string, unknown>>;

/** What Svelte gives a component on the server: it takes the text of the page, piece by piece. */
const canPush = (internals: object): internals is { push(text: string): void } =>
	'push' in internals && typeof internals.push === 'function';

/** The marks that Svelte's `render` puts around a component. */
const opening = '<!--[-->';
const closing = '<!--]-->';
const bare = (text: string): string => text.slice(opening.length, -closing.length);

/** Characters of the texts of one row in three languages. */
const longestHeld = 2_000;

/**
 * Caches texts: up to twice `longest` characters, with their keys. By default that is a thousand rows or more. Texts in use stay.
 */
class Texts {
	#recent = new Map<string, string>();
	#older = new Map<string, string>();
	#size = 0;
	#longest: number;

	constructor(longest = 1_000_000) {
		this.#longest = longest;
	}

	get(key: string, make: () => string): string {
		const known = this.#recent.get(key);
		if (known !== undefined) return known;
		const text = this.#older.get(key) ?? make();
		this.#size += key.length + text.length;
		if (this.#size > this.#longest) {
			this.#older = this.#recent;
			this.#recent = new Map();
			this.#size = key.length + text.length;
		}
		this.#recent.set(key, text);
		return text;
	}
}
