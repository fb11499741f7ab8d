import type { Row, Spot } from './spot';

/** What the code that is loaded late works on. */
export type Board = {
	root: HTMLElement;
	/** As they are shown, with the lifted row where it would fall. */
	rows: () => Row[];
	sections: () => { uid: string; name: string }[];
	/** Lifts a row, or shows it elsewhere. */
	show: (key: string, spot: Spot) => void;
	/** Ends it: with the row where it is shown, or where it was. Answers whether it was moved. */
	drop: () => boolean;
	putBack: () => void;
	/** Called when the lifted row is gone, or may be moved no longer. */
	ongone: (call: () => void) => void;
};
