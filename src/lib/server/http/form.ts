import { createHash, randomBytes } from 'node:crypto';
import { error, fail, isRedirect, redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import type { z } from 'zod';
import { keyField } from '../../client/idempotency-key.ts';
import * as m from '../../paraglide/messages.js';
import type { Operation } from '../kernel/operation.ts';
import { perform, type Conditions } from '../kernel/perform.ts';
import { noteSecret } from './compression.ts';
import { deliver } from './deliver-credentials.ts';
import { unfinished } from './fault.ts';
import { sendToSignIn } from './page.ts';
import { loggedRefusal } from './logged-refusal.ts';
import { statuses } from './status.ts';
import { typed } from './text.ts';
import { keepUnsaved, mayReturn } from './unsaved.ts';

/** What a form that was refused gives back to its page: the sentence, the problems beside its fields, and what was typed. */
export type RefusedForm = {
	/** The name of the operation, so that a page with several forms knows whose it is. */
	form: string;
	message: string;
	problems: Record<string, string>;
	values: Record<string, string>;
};

type Options<Output> = {
	/** Input fields that the form spells differently from the operation. */
	input?: (fields: URLSearchParams, event: RequestEvent) => Record<string, unknown>;
	/** Where to go when it is done; the page it came from unless said otherwise. */
	to?: (output: Output, event: RequestEvent, fields: URLSearchParams) => string;
	/** What a refused form gives back beside its `RefusedForm`, such as which boxes were ticked. */
	back?: (fields: URLSearchParams) => Record<string, unknown>;
};

/** The form action of an operation: post, then redirect, then get. */
export function form<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>,
	options: Options<z.output<Output>> = {}
): Action {
	return async (event) => {
		const fields = await fieldsOf(event);
		try {
			const input = () => ({
				...typed(operation.input, fields),
				...event.params,
				...options.input?.(fields, event)
			});
			const output = await submit(event, operation, input, fields);
			return redirect(303, options.to?.(output, event, fields) ?? event.url.pathname);
		} catch (error) {
			if (isRedirect(error)) throw error;
			return refusedForm(event, error, operation.name, fields, options.back?.(fields));
		}
	};
}

/** A nonce for one rendering of a page, which goes into the idempotency keys of its forms. */
export const newFormKey = (): string => randomBytes(12).toString('base64url');

/**
 * Performs a command for a page and delivers its cookies; for actions that answer with more than a redirect. With the
 * `fields` of the form it happens once for one rendering of the form, however often that is sent.
 */
export async function submit<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	event: RequestEvent,
	operation: Operation<Input, Output, Prepared>,
	input: () => unknown,
	fields?: URLSearchParams
): Promise<z.output<Output>> {
	const { household, caller } = event.locals;
	const conditions = fields ? onceFor(fields) : {};
	noteSecret(event, operation);
	const { output, issued } = await perform(household, operation, caller, input, conditions);
	deliver(event, issued);
	return output;
}

/** What the page of a refused form gets: a `RefusedForm`, and beside it what is in `back`. */
export async function refusedForm(
	event: RequestEvent,
	error: unknown,
	form: string,
	fields: URLSearchParams,
	back?: Record<string, unknown>
) {
	const refusal = loggedRefusal(event.locals, error, unfinished(form));
	keepUnsaved(event, fields);
	if (
		event.locals.caller.by === 'visitor' &&
		refusal.kind === 'unauthenticated' &&
		!entrances.has(form)
	)
		await sendToSignIn(event);
	event.locals.isFormRefused = true;
	const problems = refusal.violations.map(({ field, description }) => [field, description]);
	const refused: RefusedForm = {
		form,
		message: refusal.message,
		problems: Object.fromEntries(problems),
		values: Object.fromEntries([...fields].filter(([name]) => mayReturn(name)))
	};
	return fail(statuses[refusal.kind].status, { ...refused, ...back });
}

/**
 * The idempotency key of a form: one rendering that is sent again with the same fields is the same request. With
 * other fields, as after Back, it is another.
 */
function onceFor(fields: URLSearchParams): Conditions {
	if (!fields.get(keyField)) return {};
	const sent = JSON.stringify([...fields].sort());
	const key = createHash('sha256').update(sent).digest('base64url');
	return { key, sent, replaysSecrets: true };
}

/** The fields of a form; files are not among them. Throws the error page where the body is no form, or larger than any form is. */
export async function fieldsOf(event: RequestEvent): Promise<URLSearchParams> {
	const fields = await readForm(event.request).catch((error: unknown) => {
		if (!(error instanceof TypeError)) throw error;
		return undefined;
	});
	if (fields && fields.size <= maxFields) return fields;
	return error(400, m.form_unreadable());
}

/** Several times as many fields as the largest form has. Showing a form again takes far longer than reading it. */
const maxFields = 5000;

/**
 * Reads a body that is encoded as browsers encode forms. `formData` would take many times as long. Undefined where it has too many
 * fields: a hundred thousand of them take a second to read.
 */
async function readForm(request: Request): Promise<URLSearchParams | undefined> {
	if (
		/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
	) {
		const text = await request.text();
		const isLonger = text.split('&', maxFields + 1).length > maxFields;
		return isLonger ? undefined : new URLSearchParams(text);
	}
	const data = await request.formData();
	return new URLSearchParams(
		[...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
	);
}

/**
 * The forms with which a visitor signs in or sets up. Where they are refused as unauthenticated, the form says so,
 * and the visitor is not sent to sign in.
 */
const entrances = new Set(['startSession', 'setUpInstance']);
