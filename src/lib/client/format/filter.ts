import { fold } from './fold';

/** With fewer names than this nobody needs to filter them. */
export const filterFrom = 12;

/** Whether a name has these words, without case and accents. */
export const isCalled = (name: string, words: string): boolean => fold(name).includes(fold(words));
