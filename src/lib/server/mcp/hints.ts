import { Refusal } from '../kernel/errors.ts';
import { lists } from '../lists/operations.ts';
import { mayNow, type Asking } from './asking.ts';
import { lines, namedLine, type List } from './words.ts';

/** Hints: what else a member would want to know once something is done. It is done either way, so a hint that fails is left out. */

/** Other lists of the same name, which from now on have to be named by uid. */
export const namesakesOf = (asking: Asking, { uid, name }: List): Promise<string | undefined> =>
	hint(asking, async () => {
		const { found } = await asking.ask(lists.findLists, { name });
		const others = found.filter((list) => list.uid !== uid && list.name === name);
		if (others.length === 0) return '';
		return lines('Another list has this name too:', ...others.slice(0, maxLines).map(namedLine));
	});

/** What `find` finds; undefined for a caller who may not read, and where it is refused. */
export async function hint<Found>(
	{ caller }: Asking,
	find: () => Promise<Found>
): Promise<Found | undefined> {
	if (!mayNow(caller, 'read')) return undefined;
	return find().catch((error: unknown) => {
		if (error instanceof Refusal) return undefined;
		throw error;
	});
}

const maxLines = 10;
