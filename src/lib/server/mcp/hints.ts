import { Refusal } from '../kernel/errors.ts';
import { labelKey } from '../../client/format/fold.ts';
import { lists } from '../lists/operations.ts';
import { mayNow, type Asking } from './asking.ts';
import { itemLine, lines, namedLine, type Item, type List } from './words.ts';

/** What else a member would want to know once something is done. It is done either way, so a hint that fails is left out. */

/** Items that were on the list already under a label that was added. */
export const duplicatesOf = (asking: Asking, listUid: string, added: Item[]): Promise<string> =>
	hint(asking, async () => {
		const { items } = await asking.ask(lists.getList, { listUid });
		const labels = new Set(added.map(({ label }) => labelKey(label)));
		const uids = new Set(added.map(({ uid }) => uid));
		const there = items.filter(({ uid, label }) => !uids.has(uid) && labels.has(labelKey(label)));
		if (there.length === 0) return '';
		return lines(
			'On the list already under the same name, and left as it was:',
			...there.slice(0, maxLines).map(itemLine)
		);
	});

/** Other lists of the same name, which from now on have to be named by uid. */
export const namesakesOf = (asking: Asking, { uid, name }: List): Promise<string> =>
	hint(asking, async () => {
		const { found } = await asking.ask(lists.findLists, { name });
		const others = found.filter((list) => list.uid !== uid && list.name === name);
		if (others.length === 0) return '';
		return lines('Another list has this name too:', ...others.slice(0, maxLines).map(namedLine));
	});

async function hint({ caller }: Asking, find: () => Promise<string>): Promise<string> {
	if (!mayNow(caller, 'read')) return '';
	return find().catch((error: unknown) => {
		if (error instanceof Refusal) return '';
		throw error;
	});
}

const maxLines = 10;
