import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestEvent } from '@sveltejs/kit';
import { isLanguage, type Language } from '../../client/format/language.ts';
import { extractLocaleFromHeader, overwriteGetLocale } from '../../paraglide/runtime.js';
import type { Household } from '../kernel/household.ts';
import { recentHouseholdRow } from '../kernel/household-row.ts';

/**
 * Runs `work` with messages in this language, also in what it awaits. Outside of it they are in English. `event` is the request that
 * `work` answers.
 */
export const inLanguage = <Result>(
	language: Language,
	work: () => Result,
	event?: RequestEvent
): Result => answering.run({ language, event }, work);

const answering = new AsyncLocalStorage<{ language: Language; event?: RequestEvent | undefined }>();
overwriteGetLocale(() => answering.getStore()?.language ?? 'en');

/** The request that is being answered, where Kit does not hand it over. */
export const eventInHand = (): RequestEvent | undefined => answering.getStore()?.event;

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

/** The language that was chosen in this browser; undefined where it is left to the browser's own. */
export function chosenLanguage({ cookies }: Pick<RequestEvent, 'cookies'>): Language | undefined {
	const chosen = cookies.get(cookie);
	return isLanguage(chosen) ? chosen : undefined;
}

/** "" leaves the choice to the browser again. */
export function chooseLanguage(
	{ cookies }: Pick<RequestEvent, 'cookies'>,
	language: Language | ''
): void {
	const options = { path: '/', sameSite: 'lax', secure: false } as const;
	if (language === '') cookies.delete(cookie, options);
	else cookies.set(cookie, language, { ...options, maxAge: 31_536_000 });
}

const cookie = 'hearth_language';

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
