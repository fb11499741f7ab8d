import { redirect } from '@sveltejs/kit';
import { tokens } from '$lib/server/tokens/operations';
import { timeZoneOf } from '$lib/server/http/time-zone';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { nameOf } from '../did';
import { ownToken } from '../own.server';
import { momentWords, sinceOf } from '../since';
import type { Actions, PageServerLoad } from './$types';

/** Shows what the undo would do, and changes nothing. */
export const load: PageServerLoad = async (event) => {
	const { uid: tokenUid, name } = await ownToken(event);
	const zone = timeZoneOf(event);
	const moment = sinceOf(event.url.searchParams, event.locals.household.clock(), zone);
	if (!moment) redirect(303, `/settings/tokens/${encodeURIComponent(tokenUid)}?when`);
	const since = moment.toISOString();
	const [{ undone, skipped }, { changes }] = await Promise.all([
		ask(event, tokens.undoToken, { tokenUid, since, dryRun: true }),
		ask(event, tokens.getTokenChanges, { tokenUid })
	]);
	const named = new Map(
		changes.map((change) => [change.itemUid || change.listUid, nameOf(change)])
	);
	return {
		token: { uid: tokenUid, name },
		since,
		sinceWords: momentWords(moment, zone),
		undone,
		skipped: skipped.map(({ itemUid, listUid, reason }) => ({
			name: named.get(itemUid || listUid) ?? m.something_unnamed(),
			reason
		}))
	};
};

export const actions: Actions = {
	default: form(tokens.undoToken, {
		to: ({ undone, skipped }, { params }) =>
			`/settings/tokens/${params.tokenUid}?undone=${undone}&left=${skipped.length}`
	})
};
