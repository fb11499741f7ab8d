import type { RequestEvent } from '@sveltejs/kit';
import { titleOf } from '../../client/format/error-title.ts';
import { directionOf, language } from '../../client/format/language.ts';
import * as m from '../../paraglide/messages.js';
import { faults } from './fault.ts';
import { loggedRefusal } from './logged-refusal.ts';
import { statuses } from './status.ts';

/**
 * The error page for what is refused before any page was reached. An error thrown there would be answered by Kit past our own
 * hook, so without the headers of every answer, and in English. `template` is src/error.html.
 */
export function barePage(event: RequestEvent, error: unknown, template: string): Response {
	const { kind, message } = loggedRefusal(event.locals, error, faults.page);
	const { status } = statuses[kind];
	const [lang, dir] = [language(), directionOf(language())];
	const words: [RegExp, string][] = [
		[/(?<=<html )lang="en"/, `lang="${lang}" dir="${dir}"`],
		[/(?<=<h1>).*(?=<)/, titleOf(status)],
		[/(?<=<a href="\/">).*(?=<)/, m.your_lists()],
		// As in +error.svelte: another try helps only where the server is at fault.
		[
			/\s*<a class="quiet".*<\/a>/,
			status < 500 ? '' : `<a class="quiet" href="">${m.try_again()}</a>`
		],
		[/%sveltekit.status%/, String(status)],
		[/%sveltekit.error.message%/, message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')]
	];
	const html = words.reduce((page, [place, text]) => page.replace(place, () => text), template);
	return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
