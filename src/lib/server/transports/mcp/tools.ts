import type { z } from 'zod';
import { isAdmitted } from '../../domain/access.ts';
import { may, type MemberCaller } from '../../domain/caller.ts';
import { malformed } from '../../domain/errors.ts';
import { activity } from '../../operations/activity.ts';
import { items } from '../../operations/items.ts';
import { lists } from '../../operations/lists.ts';
import { members } from '../../operations/members.ts';
import type { Operation } from '../../operations/operation.ts';
import { search } from '../../operations/search.ts';
import { tokens } from '../../operations/tokens.ts';
import { trash } from '../../operations/trash.ts';
import { keyIn } from '../idempotency.ts';
import type { Arguments, Asking } from './asking.ts';
import { Document, documentOf, Results, resultsOf } from './documents.ts';
import { listUidOf } from './named-lists.ts';
import { answerOf, argumentsOf, namesOfLists } from './schemas.ts';
import {
	activityLine,
	count,
	itemLine,
	lines,
	linesOr,
	listLine,
	peopleLines,
	printed,
	reachLines,
	sharingLines,
	wholeItem
} from './words.ts';

/** The catalogue as the tools of assistants: each asks one operation, and says in few words what came of it. */

export type Offered = ReturnType<typeof offer>;

/** What a tool answers: words, and the operation's output or the shape it is given here. */
export type Said = { text: string; structured: Record<string, unknown> };

/** A tool that the caller's abilities do not allow is not there. */
export const toolsFor = (caller: MemberCaller): Offered[] =>
	offered.filter((tool) => tool.isFor(caller));

/** The tool of that name, on the same terms. */
export const toolFor = (caller: MemberCaller, name: string): Offered | undefined => {
	const tool = offered.find(({ described }) => described.name === name);
	return tool?.isFor(caller) ? tool : undefined;
};

export const offered = [
	offer(tokens.getReach, reachLines),
	offer(lists.getLists, ({ lists }) => linesOr('There is no such list.', lists.map(listLine))),
	offer(lists.getList, ({ list, items }) => printed(list, items)),
	offer(items.getItem, ({ item, list }) => wholeItem(item, list)),
	offer(search.search, ({ hits }, { origin }) => asJson(resultsOf(hits, origin)), Results),
	offer(
		search.fetch,
		(output, { origin }, { id }) => asJson(documentOf(output, String(id), origin)),
		Document
	),
	offer(items.getDatedItems, ({ items }) =>
		linesOr(
			'Nothing is due.',
			items.map(({ item, listName }) => `${itemLine(item)} · on ${listName}`)
		)
	),
	offer(members.getPeople, peopleLines),
	offer(lists.getSharing, sharingLines),
	offer(activity.getActivity, ({ activity }) =>
		linesOr('Nothing has happened yet.', activity.map(activityLine))
	),
	offer(lists.createList, ({ list }) => `Made: ${listLine(list)}`),
	offer(lists.changeList, ({ list }) => `Changed: ${listLine(list)}`),
	offer(lists.duplicateList, ({ list }) => `Copied: ${listLine(list)}`),
	offer(items.addItems, ({ items }) => lines('Added:', ...items.map(itemLine))),
	offer(items.changeItems, ({ items }) => lines('Changed:', ...items.map(itemLine))),
	offer(items.tickItems, ({ items }) => lines(...items.map(itemLine))),
	offer(items.moveItems, ({ movedCount }) => `Moved ${count(movedCount, 'item')}.`),
	offer(items.appendToNote, ({ item }) => `Added to the note: ${itemLine(item)}`),
	offer(lists.shareList, ({ list }) => `Shared anew (${list.sharing}): ${listLine(list)}`),
	offer(
		trash.restoreEntries,
		({ restoredCount }) => `Brought back ${count(restoredCount, 'thing')}.`
	),
	offer(activity.markActivityRead, () => 'All of it is marked as read.'),
	offer(
		lists.clearDone,
		({ removedCount }) => `Put ${count(removedCount, 'ticked item')} into the trash.`
	),
	offer(
		items.deleteItems,
		({ removedCount }) => `Put ${count(removedCount, 'item')} into the trash.`
	),
	offer(
		lists.deleteList,
		() => 'The list and its items are in the trash; its owner can restore it.'
	)
];

function offer<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>,
	say: (output: z.output<Output>, asking: Asking, given: Arguments) => string | Said,
	shape: z.ZodObject = operation.output
) {
	const { tool, name, summary, kind, access } = operation;
	if (!tool) throw new Error(`${name} says nothing to assistants`);
	const answers = Object.keys(shape.shape).length > 0;
	return {
		operation: name,
		described: {
			name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			title: tool.title,
			description: `${summary} ${tool.when}`,
			inputSchema: argumentsOf(operation),
			...(answers ? { outputSchema: answerOf(shape) } : {}),
			annotations: {
				title: tool.title,
				readOnlyHint: kind === 'query',
				destructiveHint: tool.destructive === true,
				idempotentHint: kind === 'query' || tool.idempotent === true,
				openWorldHint: false
			}
		},
		isFor: (caller: MemberCaller): boolean =>
			(!tool.alsoNeeds || may(caller, tool.alsoNeeds)) && isAdmitted(access, caller),
		call: async (asking: Asking, { idempotencyKey, ...given }: Arguments): Promise<Said> => {
			const key = keyIn('idempotencyKey', idempotencyKey);
			const sent = JSON.stringify(given);
			const output = await asking.ask(operation, () => inputOf(asking, given), { key, sent });
			const said = say(output, asking, given);
			return typeof said === 'string' ? { text: said, structured: { ...output } } : said;
		}
	};
}

/** Lists by their uids, whatever they were named by. */
async function inputOf(asking: Asking, given: Arguments): Promise<Arguments> {
	const input = { ...given };
	for (const [field, name] of Object.entries(namesOfLists)) {
		const named = given[name];
		if (named === undefined || named === '') continue;
		if (typeof named !== 'string')
			throw malformed({ field: name, description: 'A list is named by its uid or its name.' });
		delete input[name];
		input[field] = await listUidOf(asking, named);
	}
	return input;
}

/** As text too, for assistants that read nothing else. */
const asJson = (structured: Record<string, unknown>): Said => ({
	text: JSON.stringify(structured),
	structured
});
