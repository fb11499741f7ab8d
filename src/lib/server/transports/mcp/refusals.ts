import type { Refusal, RefusalKind } from '../../domain/errors.ts';
import { trash } from '../../operations/trash.ts';
import { mayNow, type Asking } from './asking.ts';
import { lines } from './words.ts';

/** What is wrong, and what to do next: an assistant has nobody else to ask. */
export async function refusedIn(asking: Asking, tool: string, refusal: Refusal): Promise<string> {
	const { kind, message, violations, retryAfter } = refusal;
	const isReader = mayNow(asking.caller, 'read');
	const others = violations.slice(1).map(({ field, description }) => `${field}: ${description}`);
	return lines(
		message,
		...others,
		retryAfter !== undefined && `Try again in ${retryAfter} s.`,
		next[kind] ?? false,
		isReader && (await whatThereIs(asking, tool, kind))
	);
}

const next: Partial<Record<RefusalKind, string>> = {
	malformed: 'Mend the arguments and call again; nothing was changed.',
	forbidden: 'Tell the member; only they can do this, or give you a token that may.'
};

/** For whoever may read: where to look, or what it is that they could have meant. */
async function whatThereIs({ ask }: Asking, tool: string, kind: RefusalKind): Promise<string> {
	if (tool !== 'restore_entries') return kind === 'missing' ? whereToLook(tool) : '';
	const { entries } = await ask(trash.getTrash, {});
	if (entries.length === 0) return 'There is nothing that could be brought back.';
	const shown = entries.slice(0, mostShown).map(({ uid, name, listName, deletedAt }) => {
		const from = name === listName ? '' : ` · from ${listName}`;
		return `${name}${from} · deleted ${deletedAt} · ${uid}`;
	});
	return lines('What can be brought back:', ...shown);
}

const whereToLook = (tool: string): string =>
	tool === 'share_list'
		? 'See with get_lists and get_people whom and what there is.'
		: 'See with get_lists, get_list or search what there is.';

const mostShown = 50;
