import type { RequestEvent } from '@sveltejs/kit';
import { isLanguage, type Language } from '../../client/format/language.ts';
import { extractLocaleFromHeader } from '../../paraglide/runtime.js';
import type { Household } from '../kernel/household.ts';
import { recentHouseholdRow } from '../kernel/household-row.ts';
import { chosenLanguage } from './chosen-language.ts';

/**
 * The language that was chosen in this browser, else the first that the browser asks for and that exists. Otherwise pages
 * are in the household's default language, and programs are answered in English. Assistants are always answered in English.
 */
export async function languageOf(event: RequestEvent): Promise<Language> {
	const { pathname } = event.url;
	if (pathname === '/mcp') return 'en';
	const preferred = chosenLanguage(event) ?? extractLocaleFromHeader(event.request);
	if (preferred) return preferred;
	return pathname.startsWith('/api/') ? 'en' : defaultOf(event.locals.household);
}

/**
 * English where the database does not answer: the page says so by itself. For a second it is not asked again, because a silent one
 * makes each request wait, and the answer itself waits too.
 */
async function defaultOf({ database: { read } }: Household): Promise<Language> {
	if (performance.now() < (silentUntil.get(read) ?? 0)) return 'en';
	const row = await recentHouseholdRow(read).catch(
		() => void silentUntil.set(read, performance.now() + 1_000)
	);
	return isLanguage(row?.defaultLocale) ? row.defaultLocale : 'en';
}

const silentUntil = new WeakMap<object, number>();
