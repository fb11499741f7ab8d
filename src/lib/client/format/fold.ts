/** Without case and accents: "Crème Fraîche" and "creme fraiche" fold alike. To compare and to search, never shown. */
export function fold(text: string): string {
	// Accents are removed before as well: to put a long run of them in order takes the square of its length.
	const lower = text.replace(accents, '').normalize('NFKD').replace(accents, '').toLowerCase();
	// A sigma is written otherwise at the end of a word, which the beginning of a word has not reached.
	return lower.replaceAll('ς', 'σ').normalize('NFKC');
}

/** The same for two labels that name one thing, whatever their case, accents and outer spaces. */
export const labelKey = (label: string): string => fold(label.trim());

const accents = /\p{M}+/gu;
