import { error, redirect, type RequestEvent } from '@sveltejs/kit';
import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { instance } from '../instance/operations.ts';
import type { Operation } from '../kernel/operation.ts';
import { perform } from '../kernel/perform.ts';
import { noteSecret } from './compression.ts';
import { faults } from './fault.ts';
import { inTrash } from './in-trash.ts';
import { loggedRefusal } from './logged-refusal.ts';
import { statuses } from './status.ts';

/** Performs a query for a page. A visitor is sent to sign in; any other refusal becomes the error page, with its sentence. */
export async function ask<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	event: RequestEvent,
	operation: Operation<Input, Output, Prepared>,
	input: Record<string, unknown> = {}
): Promise<z.output<Output>> {
	const { household, caller } = event.locals;
	noteSecret(event, operation);
	try {
		return (await perform(household, operation, caller, () => input)).output;
	} catch (fault) {
		const refusal = loggedRefusal(event.locals, fault, faults.page);
		if (refusal.kind === 'unauthenticated') await sendToSignIn(event);
		if (refusal.kind === 'forbidden' && caller.by !== 'visitor' && caller.member.mustChangePassword)
			redirect(303, '/password');
		const trashed = refusal.kind === 'missing' ? await inTrash(event) : undefined;
		const { message } = refusal;
		// Only written text is given back here: choices for what is gone are of no use.
		const unsaved = event.locals.unsaved?.text ? event.locals.unsaved : undefined;
		return error(statuses[refusal.kind].status, { message, trashed, unsaved });
	}
}

/** Sends a visitor to first run, or to sign in and then back here. An error page shows what was sent with a form. */
export async function sendToSignIn(event: RequestEvent): Promise<never> {
	const { needsSetup } = await ask(event, instance.getInstance);
	if (needsSetup) redirect(303, '/setup');
	const { unsaved } = event.locals;
	// A redirect would lose what was written or chosen.
	if (unsaved) error(401, { message: m.page_signed_out(), unsaved });
	const here = event.url.pathname + (event.request.method === 'GET' ? event.url.search : '');
	redirect(303, here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`);
}
