import type { Language } from '../../client/format/language.ts';

/** The build writes the scripts once for each language (bin/client-languages.ts). English is where Kit looks for it. */
export function inScriptsOf(language: Language, html: string): string {
	return language === 'en' ? html : html.replaceAll(scripts, `$&${language}/`);
}

const scripts = /\/_app\/immutable\/(?=(?:entry|nodes|chunks)\/)/g;
