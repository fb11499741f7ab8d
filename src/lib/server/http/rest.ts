import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { malformed, Refusal } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { perform, type Conditions } from '../kernel/perform.ts';
import { matchesEtag } from '../kernel/etag.ts';
import { written } from '../kernel/output.ts';
import { noteSecret } from './compression.ts';
import { deliver } from './deliver-credentials.ts';
import { keyIn } from './idempotency-key.ts';
import { wholeResponse } from './lazy-native.ts';
import { faults, unfinished, type Fault } from './fault.ts';
import { isObject, readJson } from './json.ts';
import { loggedRefusal } from './logged-refusal.ts';
import { errorBody, errorBodyAt, errorHeaders, orTooLarge, statuses, tooLarge } from './status.ts';
import { camelised, queryOf } from './text.ts';

/** The REST handler of an operation. */
export function rest<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>
): RequestHandler {
	return async (event) => {
		const { household, caller } = event.locals;
		try {
			noteSecret(event, operation);
			const given = () => inputOf(event, operation.input);
			const { output, issued, replayed } = await perform(
				household,
				operation,
				caller,
				given,
				conditionsOf(event.request)
			);
			deliver(event, issued);
			return answerTo(event.request, output, replayed);
		} catch (error) {
			return refused(event, error, unfinished(operation.name));
		}
	};
}

/** What a client may send along with any command. */
function conditionsOf({ method, headers }: Request): Conditions {
	if (isReading(method)) return {};
	return {
		get key() {
			return keyIn('Idempotency-Key', headers.get('idempotency-key') ?? undefined);
		},
		ifMatch: headers.get('if-match') ?? undefined
	};
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** An answer to a query carries its ETag. A client that has this version already gets 304 without a body. */
export function answerTo({ method, headers }: Request, output: object, replayed = false): Response {
	const answer: Record<string, string> = { 'cache-control': 'no-store' };
	if (replayed) answer['idempotency-replayed'] = 'true';
	const text = written(output);
	if (!isReading(method)) return asJson(text.json, answer);
	answer.etag = text.etag;
	const known = headers.get('if-none-match');
	if (known !== null && matchesEtag(known, answer.etag))
		return wholeResponse(null, { status: 304, headers: answer });
	return asJson(text.json, answer);
}

function asJson(json: string, headers: Record<string, string>, status = 200): Response {
	const about = { ...headers, 'content-type': 'application/json' };
	return wholeResponse(json, { status, headers: about });
}

/** The answer to what went wrong, in the one shape of every error below /api/v1, or in that of assistants. */
export function refused(event: RequestEvent, error: unknown, fault: Fault): Response {
	const refusal = loggedRefusal(event.locals, error, fault);
	return asResponse(refusal, {}, errorBodyAt(event.url.pathname, refusal));
}

function asResponse(
	refusal: Refusal,
	headers: Record<string, string> = {},
	body: object = errorBody(refusal)
): Response {
	const about = { 'cache-control': 'no-store', ...errorHeaders(refusal), ...headers };
	return asJson(JSON.stringify(body), about, statuses[refusal.kind].status);
}

export const noSuchAddress = (): Response =>
	asResponse(new Refusal('missing', m.no_such_address()));

/** Gives Kit's own errors (no such route, wrong method, too large) the shape of every other error. */
export function inOurShape(event: RequestEvent, response: Response): Response {
	if (response.status < 400 || response.headers.get('content-type')?.startsWith('application/json'))
		return response;
	if (response.status === 400) return asResponse(malformed('', m.address_unreadable()));
	if (response.status === 404) return noSuchAddress();
	if (response.status === 413) return asResponse(tooLarge());
	if (response.status !== 405) return refused(event, response.statusText, faults.answer);
	const allow = response.headers.get('allow') ?? '';
	return asResponse(new Refusal('wrong-method', m.wrong_method({ methods: allow })), { allow });
}

/** The path decides over the query or the body, so that nobody names one thing in the address and another inside. */
async function inputOf(event: RequestEvent, schema: z.ZodObject): Promise<Record<string, unknown>> {
	const { request, url, params } = event;
	const given = isReading(request.method) ? queryOf(url, schema) : await bodyOf(request);
	return { ...given, ...params };
}

async function bodyOf(request: Request): Promise<object> {
	const bytes = await request.arrayBuffer().catch((error: unknown) => {
		throw orTooLarge(error);
	});
	if (bytes.byteLength === 0 && !bodyWasDropped(request)) return {};
	if (!/^(?:identity)?$/i.test(request.headers.get('content-encoding') ?? ''))
		throw new Refusal('not-json', m.body_encoded());
	if (
		!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
	)
		throw new Refusal('not-json', m.body_not_json());
	const body = camelised(parsed(bytes));
	if (!isObject(body)) throw malformed('', m.body_not_object());
	return body;
}

/** Kit drops a body that has no Content-Type, or an empty one. Without this check a move sent like that would go to the top in silence. */
function bodyWasDropped({ headers }: Request): boolean {
	if (headers.get('content-type')) return false;
	return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0;
}

function parsed(bytes: ArrayBuffer): unknown {
	try {
		return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw malformed('', m.json_unreadable());
	}
}
