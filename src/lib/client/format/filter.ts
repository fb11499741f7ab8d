import { fold } from './fold';

/** With fewer names than this nobody needs to filter them. */
export const filterFrom = 12;

/** Whether a name has these words, without case and accents. */
export function isCalled(words: string): (name: string) => boolean {
	const wanted = fold(words.trim());
	return (name) => fold(name).includes(wanted);
}
