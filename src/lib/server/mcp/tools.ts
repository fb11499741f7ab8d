import type { z } from 'zod';
import { admit } from '../kernel/access.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { malformed, Refusal } from '../kernel/errors.ts';
import { activity } from '../activity/operations.ts';
import { items } from '../items/operations.ts';
import { lists } from '../lists/operations.ts';
import { members } from '../members/operations.ts';
import type { Operation } from '../kernel/operation.ts';
import { search } from '../search/operations.ts';
import { parseInput } from '../kernel/parse-input.ts';
import { tokens } from '../tokens/operations.ts';
import { trash } from '../trash/operations.ts';
import { keyIn } from '../http/idempotency-key.ts';
import * as answers from './answers.ts';
import { mayNow, type Arguments, type Asking } from './asking.ts';
import { Document, documentOf, Results, resultsOf } from './documents.ts';
import { argumentsIn } from './arguments.ts';
import { duplicatesOf, namesakesOf } from './hints.ts';
import { lean, noted, withMore } from './lean.ts';
import { listUidOf } from './named-lists.ts';
import { pageLines, pageOf, Wanted } from './pagination.ts';
import { visibleJson } from './quoted.ts';
import { answerOf, argumentsOf, isObject, namesOfUids } from './schemas.ts';
import { peopleNamed, refuseNobody, sharedLines, sharingLines, uidsOf } from './sharing.ts';
import {
	activityLine,
	briefLine,
	changeLine,
	count,
	itemLine,
	itemOnLine,
	lines,
	linesOr,
	listLine,
	namedLine,
	peopleLines,
	reachLines,
	trashLine,
	where,
	wholeItem,
	type Item
} from './words.ts';

/** The catalogue as the tools of assistants: each asks one operation, and says in few words what came of it and where. */

export type Offered = ReturnType<typeof offer>;

/** What a tool answers: words, and its structured answer where that is not what its operation answers. */
type Said = { text: string; structured: Record<string, unknown> };

type Call = { asking: Asking; given: Arguments };

/** The tools that the caller's credential and abilities allow. */
export const toolsFor = (caller: MemberCaller): Offered[] =>
	offered.filter((tool) => tool.isFor(caller));

export const toolNamed = (name: string): Offered | undefined =>
	offered.find(({ described }) => described.name === name);

const mayWrite = ({ caller }: Asking): boolean => mayNow(caller, 'write');

export const offered = [
	offer(tokens.getReach, reachLines),
	offer(lists.getLists, ({ lists }, { asking }) =>
		linesOr(
			'There is no such list.',
			lists.map((list) => listLine(list, mayWrite(asking)))
		)
	),
	offer(
		lists.getList,
		({ list, items }, { given }) => {
			const wanted = parseInput(Wanted, given);
			const page = pageOf(items, wanted);
			return { text: pageLines(list, page, wanted.includeDone), structured: { list, ...page } };
		},
		{ shape: answers.ReadList, beside: Wanted }
	),
	offer(items.getItem, ({ item, list }) => wholeItem(item, list), { shape: answers.ItemRead }),
	offer(search.search, (found, { asking }) => asJson(resultsOf(found, asking.origin)), {
		shape: Results
	}),
	offer(
		search.fetch,
		(output, { asking, given }) => asJson(documentOf(output, String(given.id), asking.origin)),
		{ shape: Document }
	),
	offer(
		items.getDatedItems,
		({ items }) =>
			linesOr(
				'Nothing is due.',
				items.map(({ item, listName }) => itemOnLine(item, listName))
			),
		{ shape: answers.DatedItems }
	),
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
	offer(lists.duplicateList, ({ list }) => `Copied the open items to ${listLine(list)}`, {
		shape: answers.OneList
	}),
	offer(
		withMore(items.addItems, answers.Added.pick({ lists: true }).shape),
		async ({ items, lists = [] }, { asking }) =>
			lines(
				`Added ${count(items.length, 'item')}${where('to', lists)}:`,
				...items.map(itemLine),
				lists[0] && (await duplicatesOf(asking, lists[0].uid, items))
			),
		{ shape: answers.Added }
	),
	offer(
		items.changeItems,
		({ items, unchangedUids, lists }) =>
			doneLines('Changed', items, unchangedUids, where('on', lists), itemLine),
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
		items.moveItems,
		({ movedCount, lists }, { given }) =>
			`Moved ${count(movedCount, 'item')}${where('to', lists)}, ${given.afterItemUid ? `after ${String(given.afterItemUid)}` : 'to the top'}.`
	),
	offer(
		withMore(items.appendToNote, answers.Noted.pick({ lists: true }).shape),
		({ item, lists }) => `Added to the note of ${briefLine(item)}${where('on', lists)}`,
		{ shape: answers.Noted }
	),
	offer(
		lists.shareList,
		async ({ list }, { asking, given }) => {
			const byName = list.sharing === 'SHARING_SPECIFIC';
			const shared = {
				sharing: list.sharing,
				canEdit: given.canEdit === true && list.sharing !== 'SHARING_PRIVATE',
				members: byName ? await peopleNamed(asking, 'members', given.members) : [],
				groups: byName ? await peopleNamed(asking, 'groups', given.groups) : []
			};
			return { text: sharedLines(list, shared), structured: { list, ...shared } };
		},
		{ shape: answers.SharedAs, refuse: refuseNobody }
	),
	offer(
		trash.restoreEntries,
		({ restoredCount, entries }) =>
			restoredCount > 0
				? lines(`Restored ${count(restoredCount, 'entry', 'entries')}:`, ...entries.map(trashLine))
				: restorableLines(entries),
		{ shape: answers.Trash }
	),
	offer(tokens.getOwnChanges, ({ changes }) =>
		linesOr('This token has changed nothing.', changes.map(changeLine))
	),
	offer(tokens.undoOwnChanges, ({ undone, skipped, changes }, { given }) =>
		lines(
			`${given.dryRun === true ? 'This would undo' : 'Undid'} ${count(undone, 'change')}${changes.length > 0 ? ':' : '.'}`,
			...changes.map(changeLine),
			...skipped.map(
				({ itemUid, listUid, reason }) => `${itemUid || listUid} was left as it is: ${reason}`
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

type Options = {
	/** Of the structured answer, where that is not the operation's output. */
	shape?: z.ZodObject;
	/** Arguments that only say how much is shown. */
	beside?: z.ZodObject;
	/** Throws where the arguments are well-formed and ask for nothing, or for something else than they seem to. */
	refuse?(given: Arguments): void;
};

function offer<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>,
	say: (output: z.output<Output>, call: Call) => string | Said | Promise<string | Said>,
	{ shape = operation.output, beside, refuse }: Options = {}
) {
	const { tool, name, summary, kind, access } = operation;
	if (!tool) throw new Error(`${name} says nothing to assistants`);
	const inputSchema = argumentsOf(operation, beside);
	const refusalFor = (caller: MemberCaller): Refusal | undefined =>
		refusalOf(() => {
			admit(access, caller);
			if (tool.alsoNeeds) admit({ who: 'member', ability: tool.alsoNeeds }, caller);
		});
	return {
		operation: name,
		described: {
			name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			title: tool.title,
			description: `${summary} ${tool.when}`,
			inputSchema,
			...(Object.keys(shape.shape).length > 0 ? { outputSchema: answerOf(shape) } : {}),
			annotations: {
				title: tool.title,
				readOnlyHint: kind === 'query',
				destructiveHint: tool.destructive === true,
				idempotentHint: kind === 'query' || tool.idempotent === true,
				openWorldHint: false
			}
		},
		isFor: (caller: MemberCaller): boolean => !refusalFor(caller),
		/** Why this caller cannot use it. */
		refusalFor,
		call: async (asking: Asking, sent: Arguments): Promise<Said> => {
			const { idempotencyKey, ...given } = argumentsIn(inputSchema, sent);
			const key = keyIn('idempotencyKey', idempotencyKey);
			refuse?.(given);
			const input = () => inputOf(asking, given);
			const output = await asking.ask(operation, input, { key, sent: JSON.stringify(given) });
			const said = await say(output, { asking, given });
			const { text, structured } =
				typeof said === 'string' ? { text: said, structured: output } : said;
			return { text, structured: lean(shape.parse(noted(structured))) };
		}
	};
}

function refusalOf(ask: () => void): Refusal | undefined {
	try {
		ask();
		return undefined;
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/** Lists, members and groups by their uids, whatever they were named by. */
async function inputOf(asking: Asking, given: Arguments): Promise<Arguments> {
	const input = { ...given };
	for (const [field, name] of Object.entries(namesOfUids)) {
		const named = given[name];
		delete input[name];
		if (named === undefined || named === '') continue;
		if (name === 'members' || name === 'groups') input[field] = await uidsOf(asking, name, named);
		else if (typeof named === 'string') input[field] = await listUidOf(asking, named);
		else throw malformed({ field: name, description: 'A list is named by its uid or its name.' });
	}
	return input;
}

function refuseNoListChange({ name, archived, pinned }: Arguments): void {
	if ([name, archived, pinned].every((field) => field === undefined))
		throw malformed({
			field: 'name',
			description: 'Say what to change of the list: name, archived or pinned.'
		});
}

function refuseNoItemChange({ items }: Arguments): void {
	const isChange = (item: unknown) => !isObject(item) || changeable.some((field) => field in item);
	const at = Array.isArray(items) ? items.findIndex((item) => !isChange(item)) : -1;
	if (at >= 0)
		throw malformed({
			field: `items.${at}`,
			description: `Say what to change of it: ${changeable.slice(0, -1).join(', ')} or ${changeable.at(-1)}.`
		});
}

const changeable = Object.keys(items.addItem.input.omit({ listUid: true }).shape);

/** What was done to which items, and which of them were so before. */
function doneLines(
	did: string,
	items: Item[],
	unchangedUids: string[],
	place: string,
	line: (item: Item) => string
): string {
	const unchanged = items.filter(({ uid }) => unchangedUids.includes(uid));
	const changed = items.filter(({ uid }) => !unchangedUids.includes(uid));
	return lines(
		changed.length > 0
			? `${did} ${count(changed.length, 'item')}${place}:`
			: `Nothing was changed${place}.`,
		...changed.map(line),
		unchanged.length > 0 && 'So before, and left as they were:',
		...unchanged.map(line)
	);
}

type Named = { uid: string; name: string };

function removedLines(
	what: string,
	removed: { uid: string; label: string }[] = [],
	lists: Named[] = []
): string {
	if (removed.length === 0)
		return `There was no ${what}${where('on', lists)}. Nothing was deleted.`;
	return lines(
		`Deleted ${count(removed.length, what)}${where('from', lists)}:`,
		...removed.map(({ uid, label }) => namedLine({ uid, name: label })),
		'restore_entries brings them back for 30 days.'
	);
}

function restorableLines(entries: Parameters<typeof trashLine>[0][]): string {
	if (entries.length === 0) return 'There is nothing that could be restored.';
	const moreCount = entries.length - mostRestorable;
	return lines(
		'What can be restored, the latest deletion first:',
		...entries.slice(0, mostRestorable).map(trashLine),
		moreCount > 0 && `… and ${moreCount} more, in structuredContent.`
	);
}

const mostRestorable = 50;

/** As text too, for assistants that read nothing else. */
const asJson = (structured: Record<string, unknown>): Said => ({
	text: visibleJson(structured),
	structured
});
