import { keyField } from '../../client/idempotency-key.ts';

type Received = { request: Request; locals: Pick<App.Locals, 'unsaved'> };

/** Keeps what was written or chosen for an error page, for forms that the browser sends by itself and not script. */
export function keepUnsaved(event: Received, fields: URLSearchParams): void {
	if (!/text\/html/.test(event.request.headers.get('accept') ?? '')) return;
	const text = writtenIn(fields);
	if (text || chosen.some((name) => fields.has(name)))
		event.locals.unsaved = { text, fields: [...fields].filter(([name]) => mayReturn(name)) };
}

/** Whether a page may show again what was sent in this field: no password, and Kit cannot write `__proto__`. */
export const mayReturn = (name: string): boolean =>
	name !== keyField && name !== '__proto__' && !/password/i.test(name);

/** The fields that people write into on pages that do not send what they showed. The page fills in the others. */
const written = ['name', 'label', 'quantity', 'note', 'text'];

/** The fields of forms that people fill in without writing, with several choices. */
const chosen = ['sharing', 'memberUids', 'groupUids'];

function writtenIn(fields: URLSearchParams): string {
	// The first value of each name. `get` looks through all fields each time, and there may be thousands.
	const values = new Map([...fields].reverse());
	return [...new Set(fields.keys())]
		.filter((name) => written.includes(name) || values.has(nameOfShown(name)))
		.filter((name) => !wasShown(values, name))
		.map((name) => values.get(name)?.trim() ?? '')
		.filter(Boolean)
		.join('\n');
}

/** Whether a field holds what its page showed, which a hidden field says; on the page of a note as JSON. */
function wasShown(values: ReadonlyMap<string, string>, name: string): boolean {
	const shown = values.get(nameOfShown(name));
	const value = values.get(name)?.replace(/\r\n?/g, '\n') ?? '';
	return shown === value || shown === JSON.stringify(value);
}

/** The hidden field that says what the page showed in this one. */
const nameOfShown = (name: string): string =>
	`expected${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
