import * as m from '$lib/paraglide/messages';
import { isolated, locale } from './language';

/** "Ben is here", "Ben and Cleo are here". */
export function hereWords(present: readonly { name: string }[]): string {
	const names = new Intl.ListFormat(locale()).format(present.map(({ name }) => isolated(name)));
	return m.people_here({ names, count: present.length });
}
