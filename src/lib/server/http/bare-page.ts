import type { RequestEvent } from '@sveltejs/kit';
import { faults } from './fault.ts';
import { loggedRefusal } from './logged-refusal.ts';
import { statuses } from './status.ts';

/**
 * The error page for what is refused before any page was reached. An error thrown there would be answered by Kit past our own
 * hook, so without the headers of every answer. `template` is src/error.html.
 */
export function barePage(event: RequestEvent, error: unknown, template: string): Response {
	const { kind, message } = loggedRefusal(event.locals, error, faults.page);
	const { status } = statuses[kind];
	const html = template
		.replace('%sveltekit.status%', String(status))
		.replace('%sveltekit.error.message%', () =>
			message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
		);
	return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
