import { createMcpHandler } from '@modelcontextprotocol/server';
import type { RequestEvent } from '@sveltejs/kit';
import { unauthenticated } from '../domain/access.ts';
import type { MemberCaller } from '../domain/caller.ts';
import { forbidden } from '../domain/errors.ts';
import { isOwn } from './address.ts';
import { askingOf } from './mcp/asking.ts';
import { serverFor } from './mcp/server.ts';
import { refused } from './rest.ts';

/** The assistants' endpoint: stateless, one server a request, in every generation of the protocol. */
export async function mcp(event: RequestEvent): Promise<Response> {
	try {
		refuseForeignPage(event);
		const asking = askingOf(event, bearerCaller(event));
		const report = (error: Error) =>
			event.locals.household.log.debug('an assistant sent what could not be served', {
				requestId: event.locals.requestId,
				reason: error.message
			});
		const handler = createMcpHandler(() => serverFor(asking), { onerror: report });
		return await handler.fetch(event.request);
	} catch (error) {
		return refused(event, error, 'the assistant could not be answered');
	}
}

/** A cookie opens nothing here: assistants come with a token of their own. */
function bearerCaller({ locals: { caller } }: RequestEvent): MemberCaller {
	if (caller.by === 'visitor' || caller.by === 'session') throw unauthenticated();
	return caller;
}

/** No page of another site talks to it from somebody's browser, whatever name it has found for this address. */
function refuseForeignPage(event: RequestEvent): void {
	const origin = event.request.headers.get('origin');
	if (origin === null) return;
	const url = URL.parse(origin);
	if (!url || !isOwn(event, url))
		throw forbidden('This was sent from another site, so nothing was done.');
}
