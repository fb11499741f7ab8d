import { may } from '../../domain/caller.ts';
import type { Refusal, RefusalKind } from '../../domain/errors.ts';
import { trash } from '../../operations/trash.ts';
import type { Asking } from './asking.ts';
import { lines, linesOr } from './words.ts';

/** What is wrong, and what to do next: an assistant has nobody else to ask. */
export async function refusedIn(asking: Asking, tool: string, refusal: Refusal): Promise<string> {
	const { kind, message, violations, retryAfter } = refusal;
	const others = violations.slice(1).map(({ field, description }) => `${field}: ${description}`);
	return lines(
		message,
		...others,
		retryAfter !== undefined && `Try again in ${retryAfter} s.`,
		next[kind] ?? false,
		tool === 'restore_entries' && (await whatCanComeBack(asking))
	);
}

const next: Partial<Record<RefusalKind, string>> = {
	malformed: 'Mend the arguments and call again; nothing was changed.',
	forbidden: 'Tell the member; only they can do this, or give you a token that may.'
};

async function whatCanComeBack({ ask, caller }: Asking): Promise<string> {
	if (!may(caller, 'read')) return '';
	const { entries } = await ask(trash.getTrash, {});
	const shown = entries.slice(0, mostShown).map(({ uid, name, listName, deletedAt }) => {
		const from = name === listName ? '' : ` · from ${listName}`;
		return `${name}${from} · deleted ${deletedAt} · ${uid}`;
	});
	return linesOr(
		'Nothing is in the trash.',
		['What can be brought back:', ...shown].slice(shown.length > 0 ? 0 : 1)
	);
}

const mostShown = 50;
