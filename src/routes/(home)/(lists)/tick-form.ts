/** The forms that tick on pages with items of many lists. */

/** The parameters of the address that say what such a page shows: the calendar its month, the search its results, and all but the search one part. */
const parameters = ['day', 'query', 'page'];

/** What the page shows, for an address that shows it again. */
export const shownAt = ({ searchParams }: URL): URLSearchParams =>
	new URLSearchParams([...searchParams].filter(([name]) => parameters.includes(name)));

/** Which part of many rows the page shows, counted from 1. */
export function pageIn({ searchParams }: URL): number {
	const page = searchParams.get('page') ?? '';
	return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

type Values = Record<string, unknown> | undefined;

/** The uid in the fields of a form that came back. The button of a row is named `tick` or `untick` and has the uid as its value. */
export const uidIn = (values: Values): string =>
	String(values?.itemUid ?? values?.tick ?? values?.untick ?? '');

type Answer = { message?: string; values?: Values } | null;

/** Which item could not be ticked, and why, where the form was sent without script. */
export const refusedTick = (form: Answer): { uid: string; sentence: string } => ({
	uid: uidIn(form?.values),
	sentence: String(form?.message ?? '')
});
