import type { Refusal } from '../kernel/errors.ts';
import { items } from '../items/operations.ts';
import { trash } from '../trash/operations.ts';
import type { Arguments, Asking } from './asking.ts';
import { editsIn } from './edits.ts';
import { restorableLines } from './restorable-lines.ts';
import { quoted } from './quoted.ts';
import { lines } from './words.ts';

/** A tool and the arguments that it was called with. */
export type Called = { tool: string; given: Arguments };

/** For a caller who may read: where to look, or what they could have meant. */
export async function whatThereIs(
	asking: Asking,
	{ tool, given }: Called,
	{ kind, message }: Refusal
): Promise<string> {
	if (kind === 'changed') return whatChanged(asking, given);
	// A message of several lines names the candidates itself.
	if (tool !== 'restore_entries')
		return kind === 'missing' && !message.includes('\n') ? whereToLook(tool) : '';
	if (kind === 'forbidden') return '';
	const { entries } = await asking.ask(trash.getTrashPage, { page: 1 });
	return restorableLines(entries, 'which restore_entries returns without uids');
}

/** What those items are now that are not as the assistant last saw them. */
async function whatChanged({ ask }: Asking, given: Arguments): Promise<string> {
	const told: string[] = [];
	for (const { itemUid, expectedLabel, expectedNote } of editsIn(given)) {
		if (expectedLabel === undefined && expectedNote === undefined) continue;
		const { item } = await ask(items.getItem, { itemUid });
		if (expectedLabel !== undefined && expectedLabel !== item.label)
			told.push(`${item.uid} is called ${quoted(item.label)} now.`);
		if (expectedNote !== undefined && expectedNote !== item.note)
			told.push(`${item.uid} has another note now; get_item shows it.`);
		if (told.length >= maxTold) break;
	}
	return lines(...told);
}

const maxTold = 10;

const whereToLook = (tool: string): string =>
	tool === 'share_list'
		? 'Take the uid from get_lists or get_people.'
		: 'Take the uid from get_lists, get_list or search.';
