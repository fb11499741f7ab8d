/** Returns whether a folded text holds every word of `query`. Without a word, each text does. */
export function lookingFor(query: string): (text: string) => boolean {
	const words = query.split(/\s+/).map(folded).filter(Boolean);
	return (text) => words.every((word) => text.includes(word));
}

/** For comparing: a field may be spelled in camelCase or in snake_case. */
export const folded = (text: string): string => text.toLowerCase().replaceAll('_', '');
