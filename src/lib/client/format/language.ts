import { getLocale } from '../../paraglide/runtime.js';

/** The languages that there are messages in, each by the name that it has in itself. */
export const languages = {
	en: 'English',
	de: 'Deutsch',
	fr: 'Français',
	es: 'Español',
	ar: 'العربية'
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string | undefined): text is Language =>
	text !== undefined && Object.hasOwn(languages, text);

/** The language of the pages: on the server that of the current request, in the browser that of the page. */
export const language = (): Language => getLocale();

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
	language === 'ar' ? 'rtl' : 'ltr';

/** How that language writes dates, numbers and lists, for `Intl`. */
export const locale = (): string => locales[language()];

const locales: Record<Language, string> = {
	en: 'en-GB',
	de: 'de',
	fr: 'fr',
	es: 'es',
	// With Latin digits, in which quantities and dates are typed. Without `nu-latn` browsers and the server would differ.
	ar: 'ar-u-nu-latn'
};

/** What stands between names in a row. */
export const comma = (): string => (language() === 'ar' ? '، ' : ', ');

/** A name within a sentence. In Arabic it stands between isolating marks, as in the messages, so that it keeps its own direction. */
export const isolated = (name: string): string =>
	name && language() === 'ar' ? `\u2068${name}\u2069` : name;

/** Names in a row. */
export const joined = (names: string[]): string => names.map(isolated).join(comma());

/** A name as it is written within a sentence: German keeps its capitals. */
export const withinSentence = (name: string): string =>
	language() === 'de' ? name : name.toLocaleLowerCase(locale());
