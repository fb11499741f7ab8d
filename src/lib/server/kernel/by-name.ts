import { fold } from './text.ts';

/** Sorts by name, without case and accents, and then by uid. */
export function byName<Row extends { uid: string; name: string }>(rows: Row[]): Row[] {
	const key = ({ name, uid }: Row) => `${fold(name)}\n${uid}`;
	return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
