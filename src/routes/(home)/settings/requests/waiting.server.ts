import type { RequestEvent } from '@sveltejs/kit';
import { requests } from '$lib/server/requests/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { relativeTime } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';

/** Everything that waits for an admin, as the pages show it, each reset with the words to compare. */
export async function loadWaiting(event: RequestEvent) {
	const { joinRequests, resetRequests } = await ask(event, requests.getRequestsToDecide);
	const now = event.locals.household.clock();
	const asked = (createdAt: string) => m.asked_when({ when: relativeTime(createdAt, now) });
	return {
		joins: joinRequests.map(({ createdAt, ...request }) => ({
			...request,
			asked: asked(createdAt)
		})),
		resets: resetRequests.map(({ requestUid, member, checkPhrase, createdAt }) => ({
			requestUid,
			name: member.name,
			email: member.email,
			checkPhrase,
			asked: asked(createdAt)
		}))
	};
}

/** The forms that decide; afterwards the same page says what was decided. */
export const decisions = {
	join: form(requests.decideJoin, {
		to: (_output, { url }, fields) => `${url.pathname}?said=${word(fields, 'join')}`
	}),
	reset: form(requests.decideReset, {
		to: (_output, { url }, fields) => `${url.pathname}?said=${word(fields, 'reset')}`
	})
};

const word = (fields: URLSearchParams, what: string): string =>
	fields.get('approve') === 'true' ? what : 'ignored';
