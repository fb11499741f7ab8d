import type { RecordedChange } from '../kernel/undo.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Texts } from './fields.ts';

/** An item, and the Changes of it that are to be undone, newest first. */
export type ToUndo = {
	itemUid: string;
	changes: (RecordedChange & { number: number })[];
	/** Why it is too late, such as who changed it later; "" where it is not. */
	later: string;
	record: Unit['record'];
};

/** The fields whose former values a Change through a token may hold. */
export type Fields = Texts & {
	doneAt: string;
	doneByUid: string | null;
	listUid: string;
	rank: number;
	sectionUid: string | null;
};
