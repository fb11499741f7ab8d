import { labelKey } from './fold.ts';
import { readLine } from './quick-add.ts';

/**
 * The same for two labels that belong in one place of a list: "Milk", "milk " and "2 l milk". Cut where no name of a thing is
 * longer, because a database indexes it.
 */
export const placeKey = (label: string): string =>
	[...labelKey(readLine(label).label)].slice(0, 200).join('');
