/** Without case and accents: "Crème Fraîche" and "creme fraiche" fold alike. To compare and to search, never shown. */
export function fold(text: string): string {
	// Accents are removed before as well: to put a long run of them in order takes the square of its length.
	const lower = text.replace(accents, '').normalize('NFKD').replace(accents, '').toLowerCase();
	// A sigma is written otherwise at the end of a word, which the beginning of a word has not reached.
	return lower.replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * The same, and without letters that not every keyboard has: "Straße" and "strasse" fold alike, "Smørrebrød" and "smorrebrod". Not for what
 * tells people or groups apart.
 */
export const foldLetters = (text: string): string =>
	fold(text).replace(/[ßæœøłđðþıىةکی]/g, (letter) => plainLetters[letter] ?? letter);

/** The same for two labels that name one thing, whatever their case, accents, letters and outer spaces. */
export const labelKey = (label: string): string => foldLetters(label.trim());

/** Migration 0015 has the same ones. */
const plainLetters: Partial<Record<string, string>> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
	...{ ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي' }
};

const accents = /\p{M}+/gu;
