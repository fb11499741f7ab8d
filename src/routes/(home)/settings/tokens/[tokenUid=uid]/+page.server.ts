import { tokens } from '$lib/server/tokens/operations';
import { trash } from '$lib/server/trash/operations';
import { ask } from '$lib/server/http/page';
import { asLine } from './did';
import { ownToken } from './own.server';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ uid, name }, { changes }] = await Promise.all([
		ownToken(event),
		ask(event, tokens.getTokenChanges, event.params)
	]);
	const uids = changes.flatMap(({ itemUid }) => itemUid || []);
	const { entries } = await ask(event, trash.findEntries, { uids });
	const inTrash = new Set(entries.map((entry) => entry.uid));
	const now = event.locals.household.clock();
	return {
		token: { uid, name },
		lines: changes.map((change) => asLine(change, inTrash, now)),
		isAll: changes.length < mostShown
	};
};

const mostShown = 200;
