/** How soon the second press of a double press comes, in milliseconds. */
const secondPressMs = 600;

let takenAt = -secondPressMs;

/** What was typed was taken, and its field is empty now. */
export const noteTaken = (): void => void (takenAt = performance.now());

/** Whether this press on an empty field comes right after what was typed was taken, and so is no mistake. The next one is. */
export function isSecondPress(): boolean {
	const isSoon = performance.now() - takenAt < secondPressMs;
	takenAt = -secondPressMs;
	return isSoon;
}
