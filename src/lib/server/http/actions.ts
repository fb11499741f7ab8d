import { error, type RequestEvent } from '@sveltejs/kit';
import * as m from '../../paraglide/messages.js';

/**
 * Refuses names of form actions that no page has, before Kit looks them up: it would take `__proto__` for an action, and
 * `default` for a mistake of ours.
 */
export function refuseUnknownAction({ request, url }: Pick<RequestEvent, 'request' | 'url'>): void {
	if (request.method !== 'POST') return;
	const named = [...url.searchParams.keys()].find((name) => name.startsWith('/'))?.slice(1);
	if (named === undefined) return;
	if (named === 'default' || named in Object.prototype) error(404, m.no_such_form());
}
