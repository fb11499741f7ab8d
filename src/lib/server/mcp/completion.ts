import { lists } from '../lists/operations.ts';
import type { Asking } from './asking.ts';
import { prompts } from './prompts.ts';
import { templates } from './resources.ts';

/** Completes what somebody types for a list: with names in reach, or the uid where two lists share a name. */

type Asked = {
	ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
	argument: { name: string; value: string };
};

export async function completionOf({ ask }: Asking, asked: Asked) {
	if (!asksForList(asked)) return { completion: { values: [], total: 0, hasMore: false } };
	const { lists: reached } = await ask(lists.getLists, {});
	const { lists: archived } = await ask(lists.getLists, { status: 'LIST_STATUS_ARCHIVED' });
	const all = [...reached, ...archived];
	const begun = asked.argument.value.toLowerCase();
	const shared = (name: string) => all.filter((list) => list.name === name).length > 1;
	const values = reached
		.filter(({ name }) => name.toLowerCase().startsWith(begun))
		.map(({ uid, name }) => (shared(name) ? uid : name));
	const shown = values.slice(0, maxValues);
	return {
		completion: { values: shown, total: values.length, hasMore: values.length > shown.length }
	};
}

/** As many as the protocol allows. */
const maxValues = 100;

function asksForList({ ref, argument }: Asked): boolean {
	if (ref.type === 'ref/resource')
		return (
			argument.name === 'listUid' && templates.some(({ uriTemplate }) => uriTemplate === ref.uri)
		);
	return argument.name === 'list' && prompts.some(({ name }) => name === ref.name);
}
