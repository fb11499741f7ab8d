import { randomUUID } from 'node:crypto';
import type {
	Handle,
	HandleServerError,
	RequestEvent,
	ResolveOptions,
	ServerInit
} from '@sveltejs/kit';
import { language } from '$lib/client/format/language';
import * as m from '$lib/paraglide/messages';
import { announceStart, start } from '$lib/server/runtime/lifecycle';
import { refuseUnknownAction } from '$lib/server/http/actions';
import errorPage from './error.html?raw';
import { barePage } from '$lib/server/http/bare-page';
import { logFault, logIfRefused } from '$lib/server/kernel/log-refusal';
import { compressed } from '$lib/server/http/compression';
import { callerOf, originOf } from '$lib/server/http/caller';
import { refuseForeignWrite } from '$lib/server/http/csrf';
import { withHeaders } from '$lib/server/http/headers';
import { headersAt } from '$lib/server/http/headers-by-path';
import { hostCheck, isProbe } from '$lib/server/http/host';
import { languageOf } from '$lib/server/http/language';
import { inLanguage } from '$lib/server/http/request-context';
import { faults } from '$lib/server/http/fault';
import { measureRequest } from '$lib/server/http/measure-request';
import { inOurShape, refused } from '$lib/server/http/rest';
import { inScriptsOf } from '$lib/server/http/script-files';
import { faultBody, isCutOff, pageSentence } from '$lib/server/http/status';
import { waitToAnswer, waitToRead } from '$lib/server/http/visitor-queues';

/** The configuration is read and the database opened and migrated before the first request. */
export const init: ServerInit = async () => {
	const household = await start();
	await announceStart(household, { headersAt, refuse: hostCheck(household) });
};

/**
 * Authenticates the caller of every page, REST and MCP request, then sets headers on the answer and compresses it. Probes and
 * `/metrics` are answered without a caller, and a probe's three bytes are not compressed.
 */
export const handle: Handle = async ({ event, resolve }) => {
	event.locals.household = await start();
	event.locals.requestId = newRequestId();
	const { pathname } = event.url;
	if (isProbe(pathname))
		return measureRequest(event, async () => withHeaders(event, await resolve(event)));
	if (pathname === '/metrics') return measured(event, async () => resolve(event));
	const asked = await languageOf(event);
	const answered = () =>
		measured(event, async () => {
			const response = await answer(event, resolve);
			response.headers.set('content-language', asked);
			return response;
		});
	return inLanguage(asked, answered, event);
};

const measured = (event: RequestEvent, answer: () => Promise<Response>): Promise<Response> =>
	measureRequest(event, async () => compressed(event, withHeaders(event, await answer())));

async function answer(
	event: RequestEvent,
	resolve: Parameters<Handle>[0]['resolve']
): Promise<Response> {
	refuseUnknownAction(event);
	const from = originOf(event);
	// A visitor, until the credential has been checked.
	event.locals.caller = { by: 'visitor', from };
	let leave: (() => void) | undefined;
	try {
		if (!readsNoCookie(event)) refuseForeignWrite(event);
		event.locals.heard = event.locals.household.hub.lastId();
		event.locals.caller = await callerOf(event);
		leave = await waitToRead(event);
		await waitToAnswer(event);
	} catch (error) {
		leave?.();
		logIfRefused(event.locals.household, { by: 'visitor', from }, error, 'request');
		if (wantsPage(event)) return barePage(event, error, errorPage);
		return refused(event, error, faults.request);
	}
	try {
		const response = await resolve(event, renderingOf(event));
		return event.url.pathname.startsWith('/api/') ? inOurShape(event, response) : response;
	} finally {
		leave();
	}
}

const renderingOf = ({ locals }: RequestEvent): ResolveOptions => ({
	transformPageChunk: ({ html }) => {
		const page = inScriptsOf(language(), html);
		return locals.isFormRefused ? withRefusalInTitle(page) : page;
	},
	// Kit would list every file in one Link header, longer than some proxies accept.
	preload: () => false
});

/** Without script the title is the first thing that a screen reader says of the answer to a form. */
const withRefusalInTitle = (html: string): string =>
	html.replace(
		/(<head>.*?<title>)([^<]*)/s,
		(_, head: string, title: string) => head + m.title_refused({ title })
	);

/** Whether a person looks at the answer, as a page. A program gets the error as JSON. */
function wantsPage({ request, url }: RequestEvent): boolean {
	return (
		!url.pathname.startsWith('/api/') && /text\/html/.test(request.headers.get('accept') ?? '')
	);
}

/** The assistants' endpoint takes no cookie, and checks the origin itself. */
const readsNoCookie = ({ url }: RequestEvent): boolean => url.pathname === '/mcp';

export const handleError: HandleServerError = async ({ error, event, status, message }) => {
	if (status < 500 || isCutOff(error)) return { message: pageSentence(status, message) };
	// Kit loads the parts of the build that an address needs before it calls `handle`, and one may be missing.
	const household = (event.locals.household ??= await start());
	const requestId = (event.locals.requestId ??= newRequestId());
	const reason = error instanceof Error ? (error.stack ?? '') : String(error);
	const caller = event.locals.caller ?? { by: 'visitor', from: originOf(event) };
	logFault(household, caller, faults.page.log, { requestId, reason });
	return faultBody(m.fault_unknown({ requestId }));
};

const newRequestId = (): string => randomUUID().replaceAll('-', '').slice(16);
