import { locale } from './language.ts';

/** "one member", "3 members": a number with its noun. */
export function plural(count: number, noun: string): string {
	return count === 1 ? `one ${noun}` : `${new Intl.NumberFormat(locale).format(count)} ${noun}s`;
}
