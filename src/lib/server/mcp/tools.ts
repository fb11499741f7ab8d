import { activity } from '../activity/operations.ts';
import { datedRows, items, namingSections } from '../items/operations.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { parseInput } from '../kernel/parse-input.ts';
import { lists } from '../lists/operations.ts';
import { members } from '../members/operations.ts';
import { search } from '../search/operations.ts';
import { tokens } from '../tokens/operations.ts';
import { trash } from '../trash/operations.ts';
import * as answers from './answers.ts';
import type { Arguments } from './asking.ts';
import { Document, documentOf, Results, resultsOf } from './documents.ts';
import { keptLine } from './edits.ts';
import { refuseNoItemChange, refuseNoListChange } from './empty-requests.ts';
import { namesakesOf } from './hints.ts';
import { withMore } from './lean.ts';
import { offer, type Offered, type ToolAnswer } from './offer.ts';
import { doneLines, removedLines } from './outcomes.ts';
import { restorableLines } from './restorable-lines.ts';
import { pageOf } from './pagination.ts';
import { Wanted } from './wanted-page.ts';
import { pageLines } from './page-lines.ts';
import { addedTo, createdFor } from './placed.ts';
import { quoted, visibleJson } from './quoted.ts';
import { datedLines, listsLines } from './resources.ts';
import { peopleNamed, refuseUnfitNames, sharedLines, sharingLines } from './sharing.ts';
import { getWholeList } from './sectioned-list.ts';
import {
	activityLine,
	briefLine,
	changeLine,
	count,
	itemLine,
	lines,
	linesOr,
	listLine,
	peopleLines,
	reachLines,
	trashLine,
	where,
	wholeItem
} from './words.ts';

/** The catalogue as the tools of assistants: each asks one operation, and says in few words what came of it and where. */

/** The tools that the caller's credential and abilities allow. */
export const toolsFor = (caller: MemberCaller): Offered[] =>
	offered.filter((tool) => tool.isFor(caller));

export const toolNamed = (name: string): Offered | undefined =>
	offered.find(({ described }) => described.name === name);

export const offered = [
	offer(tokens.getReach, reachLines),
	offer(lists.getLists, ({ lists }, { asking }) =>
		listsLines(asking, lists, 'There is no such list.')
	),
	offer(
		getWholeList,
		({ list, items, sections }, { given }) => {
			const wanted = parseInput(Wanted, given);
			const page = pageOf(items, wanted);
			return {
				text: pageLines(list, page, wanted.includeDone, sections),
				structured: {
					...{ list, ...page },
					...(sections.length > 0 && { sections })
				}
			};
		},
		{ shape: answers.ReadList, beside: Wanted }
	),
	offer(items.getItem, ({ item, list }) => wholeItem(item, list), { shape: answers.ItemRead }),
	offer(search.search, (found, { asking }) => asJson(resultsOf(found, asking.origin)), {
		shape: Results
	}),
	offer(
		withMore(search.fetch, answers.sectioned),
		(output, { asking, given }) => asJson(documentOf(output, String(given.id), asking.origin)),
		{ shape: Document }
	),
	offer(datedRows, ({ items }) => datedLines(items), { shape: answers.DatedItems }),
	offer(members.getPeople, peopleLines, { shape: answers.People }),
	offer(lists.getSharing, sharingLines, { shape: answers.SharingRead }),
	offer(activity.getActivity, ({ activity }) =>
		linesOr('Nothing has happened yet.', activity.map(activityLine))
	),
	offer(
		lists.createList,
		async ({ list }, { asking }) =>
			lines(`Created: ${listLine(list)}`, await namesakesOf(asking, list)),
		{ shape: answers.OneList }
	),
	offer(
		lists.changeList,
		async ({ list, isChanged }, { asking, given }) =>
			lines(
				`${isChanged ? 'Changed' : 'Nothing was changed; it was so already'}: ${listLine(list)}`,
				given.name !== undefined && (await namesakesOf(asking, list))
			),
		{ shape: answers.OneList, refuse: refuseNoListChange }
	),
	offer(
		withMore(lists.duplicateList, answers.leftOut),
		({ list, doneCount }) =>
			lines(
				`Copied the open items to ${listLine(list)}`,
				doneCount > 0 &&
					`Left out: ${count(doneCount, 'ticked item')}. get_list with includeDone shows what is ticked on the original, add_items adds it to the copy.`
			),
		{ shape: answers.OneList }
	),
	offer(
		withMore(namingSections.addItems, answers.added),
		(added, { asking }) => addedTo(asking, added),
		{ shape: answers.Added }
	),
	offer(
		items.changeItems,
		({ items, unchangedUids, lists }, { sent }) =>
			lines(
				doneLines('Changed', items, unchangedUids, where('on', lists), itemLine),
				keptLine(sent, items)
			),
		{ shape: answers.Changed, refuse: refuseNoItemChange }
	),
	offer(
		items.tickItems,
		({ items, unchangedUids, lists }, { given }) =>
			doneLines(
				given.done === true ? 'Ticked' : 'Unticked',
				items,
				unchangedUids,
				where('on', lists),
				briefLine
			),
		{ shape: answers.Ticked }
	),
	offer(
		withMore(namingSections.moveItems, answers.put),
		async ({ movedCount, lists, newSections }, { asking, given }) =>
			lines(
				`Moved ${count(movedCount, 'item')}${where('to', lists)}, ${placeIn(given)}.`,
				await createdFor(asking, { lists, newSections })
			),
		{ shape: namingSections.moveItems.output }
	),
	offer(
		withMore(items.appendToNote, answers.Noted.pick({ lists: true }).shape),
		({ item, lists }) => `Added to the note of ${briefLine(item)}${where('on', lists)}`,
		{ shape: answers.Noted }
	),
	offer(
		lists.shareList,
		async ({ list }, { asking, given }) => {
			const shared = {
				sharing: answers.SharedAs.shape.sharing.parse(list.sharing),
				canEdit: given.canEdit === true && list.sharing !== 'SHARING_PRIVATE',
				members: await peopleNamed(asking, 'members', given.members),
				groups: await peopleNamed(asking, 'groups', given.groups)
			};
			return { text: sharedLines(list, shared), structured: { list, ...shared } };
		},
		{ shape: answers.SharedAs, refuse: refuseUnfitNames }
	),
	offer(
		trash.restoreEntries,
		({ restoredCount, entries }) =>
			restoredCount > 0
				? lines(`Restored ${count(restoredCount, 'entry', 'entries')}:`, ...entries.map(trashLine))
				: restorableLines(entries),
		{ shape: answers.Trash }
	),
	offer(tokens.getOwnChanges, ({ changes }, { given }) =>
		linesOr(
			`No changes ${given.since ? 'since then ' : ''}on lists that this token reaches.`,
			changes.map(changeLine)
		)
	),
	offer(tokens.undoOwnChanges, ({ undone, skipped, changes }, { given }) =>
		undone === 0 && skipped.length === 0
			? 'There was nothing to undo: nothing was changed then, or it is undone already.'
			: lines(
					`${given.dryRun === true ? 'This would undo' : 'Undid'} ${count(undone, 'change')}${changes.length > 0 ? ':' : '.'}`,
					...changes.map(changeLine),
					...skipped.map(
						({ itemUid, listUid, reason }) =>
							`${itemUid || `Something${listUid && ` on ${listUid}`}`} was left as it is: ${reason}`
					)
				)
	),
	offer(activity.markActivityRead, () => 'All of it is marked as read.'),
	offer(
		withMore(lists.clearDone, answers.Removed.shape),
		({ removed, lists }) => removedLines('ticked item', removed, lists),
		{ shape: answers.Removed }
	),
	offer(items.deleteItems, ({ removed, lists }) => removedLines('item', removed, lists), {
		shape: answers.Removed
	}),
	offer(
		withMore(lists.deleteList, answers.Lists.shape),
		({ lists }) =>
			`Deleted${where('the list', lists)} with its items. Its owner can restore it for 30 days with restore_entries.`,
		{ shape: answers.Lists }
	)
];

/** Where items were moved to on their list, as it was asked for. */
function placeIn({ afterItemUid, section }: Arguments): string {
	if (afterItemUid) return `after ${String(afterItemUid)}`;
	if (section) return `to the top of the section ${quoted(String(section))}`;
	return section === '' ? 'to the top, in no section' : 'to the top';
}

/** The structured answer as text too, for assistants that read nothing else. */
const asJson = (structured: Record<string, unknown>): ToolAnswer => ({
	text: visibleJson(structured),
	structured
});
