import {
	createMcpHandler,
	type McpHttpHandler,
	type ServerEventBus
} from '@modelcontextprotocol/server';
import type { RequestEvent } from '@sveltejs/kit';
import { unauthenticated } from '../kernel/admit.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { forbidden, Refusal } from '../kernel/errors.ts';
import { originOfOwnPage } from '../http/address.ts';
import { readJson } from '../http/json.ts';
import { askingOf, type Asking } from './asking.ts';
import { refusalOfParams } from './malformed-params.ts';
import { serverFor } from './server.ts';
import { isSubscribing, subscribe } from './subscriptions.ts';
import { faults } from '../http/fault.ts';
import { refused } from '../http/rest.ts';

/** The assistants' endpoint: stateless, one server a request, in every generation of the protocol. */
export async function mcp(event: RequestEvent): Promise<Response> {
	try {
		refuseForeignPage(event);
		const asking = askingOf(event, bearerCaller(event));
		const text = event.request.method === 'POST' ? await event.request.text() : undefined;
		const body = parsed(text);
		if (body instanceof Refusal) throw body;
		const refusal = await refusalOfParams(event.request, body);
		if (refusal) return refusal;
		if (isSubscribing(body)) return await streamed(asking, event.request, body);
		const request =
			text === undefined || body !== undefined ? event.request : withBody(event.request, text);
		return await handlerFor(asking).fetch(request, { parsedBody: body });
	} catch (error) {
		return refused(event, error, faults.assistant);
	}
}

/** A cookie opens nothing here: assistants come with a token of their own. */
function bearerCaller({ locals: { caller } }: RequestEvent): MemberCaller {
	if (caller.by === 'visitor' || caller.by === 'session') throw unauthenticated();
	return caller;
}

/** Refuses a request from another site's page in somebody's browser, also where its name was rebound to this address. */
function refuseForeignPage(event: RequestEvent): void {
	if (event.request.headers.has('origin') && !originOfOwnPage(event))
		throw forbidden('This was sent from another site, so nothing was done.');
}

function handlerFor(asking: Asking, bus?: ServerEventBus): McpHttpHandler {
	const { household, requestId } = asking;
	const onerror = ({ message }: Error) =>
		household.log.debug('an assistant sent what cannot be served', { requestId, reason: message });
	return createMcpHandler(({ era }) => serverFor(asking, era), {
		onerror,
		keepAliveMs: 25_000,
		...(bus && { bus })
	});
}

/** The answer to a subscription goes on until the assistant, its credential or this process ends. */
async function streamed(asking: Asking, request: Request, body: unknown): Promise<Response> {
	const { handler, leave, isHeard, wasRead } = await subscribe(asking, body, (bus) =>
		handlerFor(asking, bus)
	);
	const response = await handler.fetch(request, { parsedBody: body }).catch((error: unknown) => {
		leave();
		throw error;
	});
	if (!isHeard()) leave();
	const { status, headers } = response;
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform: (chunk, controller) => {
			wasRead();
			controller.enqueue(chunk);
		}
	});
	return new Response(response.body?.pipeThrough(counted) ?? null, { status, headers });
}

/** The JSON of a body, or the Refusal of it. Undefined where it is no JSON at all, which the SDK answers. */
function parsed(text: string | undefined): unknown {
	try {
		return text === undefined ? undefined : readJson(text);
	} catch (error) {
		return error instanceof Refusal ? error : undefined;
	}
}

const withBody = ({ url, method, headers }: Request, body: string): Request =>
	new Request(url, { method, headers, body });
