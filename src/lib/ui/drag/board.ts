import type { Row, DropPlace } from './drop-place';

/** What the code for lifting rows, which is loaded late, works on. */
export type Board = {
	root: HTMLElement;
	/** The rows as they are shown, with the lifted row where it would fall. */
	rows: () => Row[];
	sections: () => { uid: string; name: string }[];
	/** Lifts a row, or shows it elsewhere. */
	show: (key: string, place: DropPlace) => void;
	/** `drop` ends the lifting with the row where it is shown, `putBack` with the row where it was. `drop` returns whether it was moved. */
	drop: () => boolean;
	putBack: () => void;
	/** Called when the lifted row is gone, or may be moved no longer. */
	ongone: (call: () => void) => void;
};

/** The element of a row. Another one takes its place where the row comes to another section. */
export const elementOf = ({ rows }: Board, key: string): HTMLElement | null =>
	document.getElementById(rows().find((row) => row.key === key)?.uid ?? '');
