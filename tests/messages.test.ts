// The message catalogues: src/messages/<language>/*.json, compiled into one function for each message.
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './support/imports.ts';
import { proseIn } from './support/prose.ts';

const languages = readdirSync('src/messages');

const messagesOf = (language: string): Map<string, unknown> =>
	new Map(
		globSync(`src/messages/${language}/*.json`).flatMap((file) =>
			Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8')))
		)
	);

const english = messagesOf('en');

/** The names of the inputs of a message, such as `count`. */
const inputsOf = (message: unknown): string[] =>
	[...new Set(JSON.stringify(message).match(/(?<=\{)[a-z]\w*(?=\})|(?<="input )\w+/gi))].sort();

type Variants = { selectors?: string[]; match?: Record<string, string> };

const variantsOf = (message: unknown): Variants[] => (Array.isArray(message) ? message : []);

const textsOf = (message: unknown): string[] =>
	typeof message === 'string'
		? [message]
		: variantsOf(message).flatMap(({ match = {} }) => Object.values(match));

const usedIn = (source: string): string[] => source.match(/(?<=\bm\.)\w+/g) ?? [];

describe('every message', () => {
	it('is used', () => {
		const sources = globSync('src/**/*.{ts,svelte}', {
			exclude: ['src/lib/paraglide/**', 'src/lib/server/data/generated/**']
		});
		const used = new Set(sources.flatMap((file) => usedIn(readFileSync(file, 'utf8'))));
		expect([...english.keys()].filter((key) => !used.has(key))).toEqual([]);
	});

	it.each(languages)('exists in %s, with the same inputs', (language) => {
		const messages = messagesOf(language);
		expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
		for (const [key, message] of messages)
			expect(inputsOf(message), key).toEqual(inputsOf(english.get(key)));
	});

	it.each(languages)('has a form in %s for each plural category of the language', (language) => {
		const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
		for (const [key, message] of messagesOf(language))
			for (const { selectors = [], match = {} } of variantsOf(message))
				for (const category of selectors.length > 0 ? pluralCategories : [])
					expect(Object.keys(match).join(), key).toMatch(RegExp(`=(?:${category}|\\*)(?:,|$)`));
	});
});

/** Documentation, and texts for people who run the server or write programs for it. */
const inEnglishAlone = [
	'src/lib/server/{data,mcp,runtime}/**',
	'src/lib/server/http/{openapi,reference}/**',
	'src/lib/server/http/metrics.ts',
	'src/lib/server/kernel/security-events.ts'
];

/** How a message would address its reader otherwise than all the others do. */
const otherAddress: Record<string, RegExp> = {
	// As a stranger, or as several.
	de: /(?<=[\p{L},] )(Sie|Ihnen|Ihre?[mnrs]?|euch|euer|eure[mnrs]?)(?!\p{L})/u,
	es: /(?<!\p{L})(usted|ustedes|vosotros|haga|introduzca|inténtelo)(?!\p{L})/iu,
	fr: /(?<!\p{L})(vous|votre|vos|(?!chez|assez)\p{L}{3,}ez)(?!\p{L})/iu,
	// As a man: an imperative has a gender.
	ar: /(?<!\p{L})(أدخل|أرسل|أرسله|أرسلها|استخدم|اجعله|اجعلها|ابحث|ألغِ|اختر|اكتب|افتح|حاول)(?!\p{L})/u
};

it.each(Object.entries(otherAddress))(
	'every message in %s addresses its reader alike',
	(language, other) => {
		const messages = [...messagesOf(language)].filter(([, message]) =>
			other.test(JSON.stringify(message))
		);
		expect(messages).toEqual([]);
	}
);

/** What all other messages call by another word: to create and to restore something, and an item that is not ticked. */
const otherWords: Record<string, RegExp> = {
	en: /make an? (group|access token)/,
	de: /wiederher(ge|zu)stell/,
	fr: /(reste|redevient|n’est) ouvert(?!\p{L})/u,
	ar: /(هو|شيء) مفتوح|مفتوحًا/u
};

it.each(Object.entries(otherWords))(
	'every message in %s calls the same thing by the same word',
	(language, other) => {
		const messages = [...messagesOf(language)].filter(([, message]) =>
			other.test(JSON.stringify(message))
		);
		expect(messages).toEqual([]);
	}
);

/** Signs that the typography of a language does not allow. */
const wrongSigns: Record<string, RegExp> = {
	de: /["”«»]\p{L}|\p{L}["”«»]/u,
	es: /^[^¿]*\?|[“”„]/u,
	// A line does not break before these signs, nor inside of quotation marks.
	fr: / [:;!?»]|« |\p{L}[;!?»]|«[\p{L}{]|['“”„]/u,
	ar: /[?;“”]|\p{L},/u
};

it.each(Object.entries(wrongSigns))(
	'every message in %s has the signs of it',
	(language, wrong) => {
		const messages = [...messagesOf(language)].filter(([, message]) =>
			textsOf(message).some((text) => wrong.test(text))
		);
		expect(messages).toEqual([]);
	}
);

describe('every sentence', () => {
	const found = sources
		.filter((file) => matchesGlob(file, 'src/{lib/{client,server}/**,*.ts}'))
		.flatMap((file) => proseIn(file).map((sentence) => ({ file, sentence })));

	it('of the server and the scripts is in the catalogue', () => {
		const isEnglish = (file: string) =>
			inEnglishAlone.some((pattern) => matchesGlob(file, pattern));
		expect(found.filter(({ file }) => !isEnglish(file))).toEqual([]);
	});

	it.each(inEnglishAlone)('that may stay in English in %s exists', (pattern) => {
		expect(found.filter(({ file }) => matchesGlob(file, pattern))).not.toEqual([]);
	});
});
