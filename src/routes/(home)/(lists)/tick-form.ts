/** The forms that tick on pages with items of many lists. */

/** The parameters of the address that say what such a page shows: the calendar its month, the search its results. */
const parameters = ['day', 'query'];

/** What the page shows, for an address that shows it again. */
export const shownAt = ({ searchParams }: URL): URLSearchParams =>
	new URLSearchParams([...searchParams].filter(([name]) => parameters.includes(name)));

type Answer = { message?: string; values?: Record<string, unknown> } | null;

/** Which item could not be ticked, and why, where the form was sent without script. */
export const refusedTick = (form: Answer): { uid: string; sentence: string } => ({
	uid: String(form?.values?.itemUid ?? ''),
	sentence: String(form?.message ?? '')
});
