import { error, type RequestEvent } from '@sveltejs/kit';
import * as m from '../../paraglide/messages.js';

/**
 * Answers 404 to names of form actions that no page can have. Kit would find `__proto__` in every object of actions, and takes
 * `default` for a mistake in the page.
 */
export function refuseUnknownAction({ request, url }: Pick<RequestEvent, 'request' | 'url'>): void {
	if (request.method !== 'POST') return;
	const named = [...url.searchParams.keys()].find((name) => name.startsWith('/'))?.slice(1);
	if (named === undefined) return;
	if (named === 'default' || named in Object.prototype) error(404, m.no_such_form());
}
