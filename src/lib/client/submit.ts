import { deserialize } from '$app/forms';
import type { ActionResult } from '@sveltejs/kit';

/** Sends a form's fields to its action without leaving the page. What never arrived is an "error" without a status. */
export async function send(action: URL | string, fields: FormData): Promise<ActionResult> {
	const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
	try {
		const response = await fetch(action, {
			method: 'POST',
			headers: { accept: 'application/json', 'x-sveltekit-action': 'true' },
			body,
			// Lets a tick outlive the page that it was made on. Browsers refuse this for large bodies.
			keepalive: body.toString().length < 10_000
		});
		const result = deserialize(await response.text());
		return result.type === 'error' ? { ...result, status: response.status } : result;
	} catch (error) {
		return { type: 'error', error };
	}
}

/** What to say beside a form that did not get through; nothing when it did. */
export function sentenceFor(result: ActionResult): string {
	if (result.type === 'failure') return String(result.data?.message ?? notReached);
	return result.type === 'error' ? whyNot(result) : '';
}

/** What the server says of its own fault, or that it was not reached: then what came, if anything, is not its answer. */
export function whyNot({ status, error }: Extract<ActionResult, { type: 'error' }>): string {
	return status === undefined || !error?.message ? notReached : String(error.message);
}

const notReached = "The server can't be reached. Nothing was changed. Try again in a moment.";
