import { madeOnce } from './made-once.ts';

/** Without case and accents: "Crème Fraîche" and "creme fraiche" fold alike. To compare and to search, never shown. */
export function fold(text: string): string {
	// Accents are removed before normalising as well: sorting a long run of them takes quadratic time.
	const lower = text.replace(accents, '').normalize('NFKD').replace(accents, '').toLowerCase();
	// Greek writes a sigma in another way at the end of a word. The beginning of a word, as it is searched for, does not.
	return lower.replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * `fold`, and letters that some keyboards lack are replaced: "Straße" and "strasse" fold alike, "Smørrebrød" and "smorrebrod". Not for
 * emails and names of people or groups, which have to stay distinct.
 */
export const foldLetters = (text: string): string =>
	fold(text).replace(/[ßæœøłđðþıىةکی]/g, (letter) => plainLetters[letter] ?? letter);

/** Equal for two labels that name one thing: case, accents, replaced letters and outer spaces make no difference. */
export const labelKey = (label: string): string => foldLetters(label.trim());

/** The `labelKey` of an object, which is made once: a list of thousands asks for each of them with every letter that is typed. */
export const keyOf = madeOnce(({ label }: { label: string }): string => labelKey(label));

/** Migration 0015 replaces the same letters in stored words. */
const plainLetters: Partial<Record<string, string>> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
	...{ ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي' }
};

const accents = /\p{M}+/gu;
