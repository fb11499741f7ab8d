import type { RequestEvent } from '@sveltejs/kit';

/**
 * Keeps what was written or chosen for an error page. A form that script sends stays on its page, so this is for those that a
 * browser sends by itself.
 */
export function keepUnsaved(event: RequestEvent, fields: URLSearchParams): void {
	if (!/text\/html/.test(event.request.headers.get('accept') ?? '')) return;
	const text = writtenIn(fields);
	if (text || chosen.some((name) => fields.has(name)))
		event.locals.unsaved = { text, fields: [...fields].filter(([name]) => mayReturn(name)) };
}

/** The field with the key of a form, which each showing of the form has anew. */
export const keyField = 'idempotencyKey';

/** Whether a page may show again what was sent in this field. Passwords are never sent back. */
export const mayReturn = (name: string): boolean => name !== keyField && !/password/i.test(name);

/** The fields that people write into. Its page fills the others. */
const written = ['name', 'label', 'quantity', 'note', 'text'];

/** The fields of forms that people fill in without writing, with several choices. */
const chosen = ['sharing', 'memberUids', 'groupUids'];

function writtenIn(fields: URLSearchParams): string {
	return written
		.filter((name) => !wasShown(fields, name))
		.map((name) => fields.get(name)?.trim() ?? '')
		.filter(Boolean)
		.join('\n');
}

/** Whether a field holds what its page showed. The page of an item sends that in a hidden field, of a note as JSON. */
function wasShown(fields: URLSearchParams, name: string): boolean {
	const shown = fields.get(`expected${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
	const value = fields.get(name)?.replace(/\r\n?/g, '\n') ?? '';
	return shown === value || shown === JSON.stringify(value);
}
