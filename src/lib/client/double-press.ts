/** How soon the second press of a double press comes, in milliseconds. */
const secondPressMs = 600;

let taken: { from: object; at: number } | undefined;

/** What was typed in this form was taken, and its field is empty now. */
export const noteTaken = (from: object): void => void (taken = { from, at: performance.now() });

/** Whether this press on an empty field of a form comes right after its text was taken, and so is no mistake. The next one is. */
export function isSecondPress(form: object): boolean {
	const isSecond = taken?.from === form && performance.now() - taken.at < secondPressMs;
	taken = undefined;
	return isSecond;
}
