/** The forms that tick on pages with items of many lists. */

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
