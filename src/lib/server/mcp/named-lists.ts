import { Refusal } from '../kernel/errors.ts';
import { lists } from '../lists/operations.ts';
import type { Asking } from './asking.ts';
import { clipped, quoted } from './quoted.ts';
import { lines, namedLine } from './words.ts';

/** A list is named by its uid, or by its name where only one in the caller's reach has it; case and accents decide only where two differ in nothing else. */

/**
 * The uid of a list that is named by uid or by name. The operation itself checks whether the list is in reach. Throws, with the
 * candidates, where no list or several lists have the name.
 */
export async function listUidOf({ ask }: Asking, named: string): Promise<string> {
	if (/^lst_[\w-]{22}$/.test(named)) return named;
	const { found, candidates, moreCount } = await ask(lists.findLists, { name: named });
	const [only, another] = found;
	if (only && !another) return only.uid;
	const which = lines(...candidates.map(namedLine), moreCount > 0 && `… and ${moreCount} more.`);
	const sentence = only
		? `More than one list is called ${quoted(clipped(named))}.`
		: `List ${quoted(clipped(named))} doesn't exist, or you can't see it.`;
	const next = which
		? ` ${only ? 'Name one by its uid:' : 'These you can name, by uid or name:'}\n${which}`
		: ' Name it by its uid.';
	throw new Refusal('missing', sentence + next);
}
