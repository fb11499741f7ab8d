import * as m from '../../paraglide/messages.js';
import { notYet } from '../kernel/errors.ts';
import type { Unit } from '../kernel/unit.ts';
import { maxItemsPerList } from './fields.ts';
import { textBytesOn } from './text-bytes.ts';

/** The texts of all items of a list are read and shown at once. Without a limit that would take the memory of the whole server. */
export const maxTextBytesPerList = 10_000_000;

/**
 * Whether the texts of an item are long. Only long ones are refused. Short ones are written without adding up the texts on the list,
 * because a full list of short items is within the limit. So the texts on a list take up at most twice the limit: long ones that
 * reach it, and then short ones.
 */
export const isLong = (textBytes: number | bigint): boolean =>
	textBytes > maxTextBytesPerList / maxItemsPerList;

/** The texts of an item that has just come to a list, or has become longer on it. */
export type WrittenTexts = { listUid: string; textBytes: number | bigint };

/** Throws where the texts of one of these items are long, and those on its list take up more than a list can hold. */
export async function refuseIfTooMuchText(
	unit: Unit,
	written: readonly WrittenTexts[]
): Promise<void> {
	const long = written.filter(({ textBytes }) => isLong(textBytes));
	const sums = await textBytesOn(
		unit,
		long.map(({ listUid }) => listUid)
	);
	if ([...sums.values()].some((bytes) => bytes > maxTextBytesPerList))
		throw notYet(m.list_full_of_text());
}
