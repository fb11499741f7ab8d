import type { RequestEvent } from '@sveltejs/kit';
import { z } from 'zod';
import { admit } from '../kernel/admit.ts';
import { memberCaller } from '../kernel/admit.ts';
import { clientAddress } from './address.ts';
import { queryOf } from './text.ts';
import { stream } from './sse-response.ts';

/** Server-sent events. */

/** The stream of a member's events. */
export async function events(event: RequestEvent): Promise<Response> {
	const { caller, household } = event.locals;
	const reader = () => {
		admit({ who: 'member', ability: 'read' }, caller);
		return memberCaller(caller);
	};
	return stream(event, {
		check: async () => household.hub.expectReach(reader(), asked(event).listUid),
		open: async (out) => household.hub.open(reader(), asked(event), out)
	});
}

/** The stream of the public list's events. Refused while nothing is published. */
export async function publicEvents(event: RequestEvent): Promise<Response> {
	const { hub } = event.locals.household;
	return stream(event, {
		check: async () => {
			asked(event);
			await hub.expectPublished();
		},
		open: async (out) => hub.openPublic(clientAddress(event), asked(event).after, out)
	});
}

const Asked = z.object({ listUid: z.string().default(''), after: z.string().default('') });

/** A browser sends the id of its last event by itself. `after` is for clients that cannot set a header. */
function asked({ request, url }: RequestEvent): z.output<typeof Asked> {
	const { listUid, after } = Asked.parse(queryOf(url, Asked));
	return { listUid, after: request.headers.get('last-event-id') ?? after };
}
