import type { RequestEvent } from '@sveltejs/kit';
import { isLanguage, type Language } from '../../client/format/language.ts';

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
