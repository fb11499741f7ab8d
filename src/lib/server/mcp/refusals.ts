import * as m from '../../paraglide/messages.js';
import type { FieldViolation, Refusal } from '../kernel/errors.ts';
import { items } from '../items/operations.ts';
import { trash } from '../trash/operations.ts';
import { mayNow, type Arguments, type Asking } from './asking.ts';
import { editsIn } from './edits.ts';
import { restorableLines } from './outcomes.ts';
import { clipped, quoted } from './quoted.ts';
import { isObject } from '../http/json.ts';
import { lines } from './words.ts';

/** A tool and the arguments that it was called with. */
type Called = { tool: string; given: Arguments };

/** What is wrong, and what to do next: an assistant has nobody else to ask. */
export async function refusedIn(asking: Asking, called: Called, refusal: Refusal): Promise<string> {
	const { kind, message, violations, retryAfter } = refusal;
	const isReader = mayNow(asking.caller, 'read');
	return lines(
		...(kind === 'malformed' && violations.length > 0
			? violations.slice(0, maxViolations).map((one, at) => violated(one, called.given, at === 0))
			: [message]),
		retryAfter !== undefined && `Try again in ${retryAfter} s.`,
		nextAfter(refusal),
		isReader && (await whatThereIs(asking, called, refusal))
	);
}

const maxViolations = 10;

function nextAfter({ kind, message }: Refusal): string {
	const isOneOf = (sentences: (() => string)[]) => sentences.some((one) => one() === message);
	// The one state that a tool can mend.
	if (kind === 'not-yet' && isOneOf(ofArchivedList))
		return 'change_list with archived: false brings a list back; only its owner can.';
	if (kind === 'malformed') return 'Correct the arguments and call again; nothing was changed.';
	if (kind !== 'forbidden' || isOneOf([m.permissions_just_changed])) return '';
	return isOneOf(ofToken)
		? 'Tell the member; only they can do this, or give you a token that may.'
		: 'Tell the member; calling again does not help.';
}

const ofArchivedList = [m.list_archived, m.archived_list_not_published, m.restore_list_first];

/** The refusals that another token of the same member may not meet. */
const ofToken = [
	...[m.token_may_not_read, m.token_may_not_write, m.token_may_not_delete],
	...[m.token_may_not_copy, m.token_may_not_see_trash]
];

/** A sentence about an argument, and which of several things it is about. */
function violated(
	{ field, description }: FieldViolation,
	given: Arguments,
	isFirst: boolean
): string {
	const [, argument = '', place] = /^(\w+)\.(\d+)(?:\.|$)/.exec(field) ?? [];
	if (place === undefined) return isFirst || !field ? description : `${field}: ${description}`;
	const all = given[argument];
	const one: unknown = Array.isArray(all) ? all[Number(place)] : undefined;
	return `${argument}[${place}]${nameOf(one)}: ${description}`;
}

function nameOf(one: unknown): string {
	const names = isObject(one) ? [one.itemUid, one.label] : [one];
	const name = names.find((text) => typeof text === 'string');
	return name === undefined ? '' : ` (${quoted(clipped(name, maxNameLength))})`;
}

const maxNameLength = 60;

/** For a caller who may read: where to look, or what they could have meant. */
async function whatThereIs(
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
		if (told.length >= maxViolations) break;
	}
	return lines(...told);
}

const whereToLook = (tool: string): string =>
	tool === 'share_list'
		? 'Take the uid from get_lists or get_people.'
		: 'Take the uid from get_lists, get_list or search.';
