import { foldLetters } from './fold';

/** With fewer names than this nobody needs to filter them. */
export const filterFrom = 12;

/** Whether a name has these words, without case, accents and rare letters. */
export function isCalled(words: string): (name: string) => boolean {
	const wanted = foldLetters(words.trim());
	return (name) => foldLetters(name).includes(wanted);
}
