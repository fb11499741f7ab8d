import { withCheckboxesOf } from '../format/note/merge-checkboxes';
import type { Intent } from './intent';

/**
 * What somebody else wrote, with the checkboxes that a refused edit turned: ticks never conflict. Undefined where the edit changed
 * more than checkboxes or the line is gone, and a person has to decide.
 */
export function mergedNote(intent: Intent, stored: string): string | undefined {
	if (intent.kind !== 'edit' || intent.refusal?.status !== 409) return undefined;
	const { note, ...others } = intent.texts;
	const { expectedNote } = intent.seen;
	const isOfTheNote = note !== undefined && expectedNote !== undefined;
	if (!isOfTheNote || expectedNote === stored || Object.keys(others).length > 0) return undefined;
	return withCheckboxesOf(note, expectedNote, stored);
}
