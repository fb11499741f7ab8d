import type { Language } from '../language.ts';
import type { DateReader } from './reader.ts';

const readers: Record<Language, () => Promise<{ reader: DateReader }>> = {
	en: () => import('./en.ts'),
	de: () => import('./de.ts'),
	fr: () => import('./fr.ts'),
	es: () => import('./es.ts'),
	ar: () => import('./ar.ts')
};

/** The date reader weighs as much as a fifth of the page. So it is loaded when somebody writes, in one language. */
export const loadDateReader = async (language: Language): Promise<DateReader> =>
	(await readers[language]()).reader;
