import { labelKey } from './fold.ts';
import { readLine } from './quick-add.ts';

/**
 * A key that is equal for labels that belong in one place of a list: "Milk", "milk " and "2 l milk". It is cut at a length that
 * no name of a thing has, because a database indexes it.
 */
export const placeKey = (label: string): string =>
	[...labelKey(readLine(label).label)].slice(0, 200).join('');
