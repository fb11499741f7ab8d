import { announce } from '$lib/client/announcer.svelte';
import * as m from '$lib/paraglide/messages';
import type { Board } from './board';

/** Says which row stands where now, out of how many, and what became of it. */
export function sayPlace({ rows, sections }: Board, key: string, outcome = ''): void {
	const row = rows().find((found) => found.key === key);
	if (!row) return;
	const around = rows().filter(
		({ sectionUid, done, key: other }) =>
			sectionUid === row.sectionUid && (!done || other === row.key)
	);
	const told = { name: row.label, place: around.indexOf(row) + 1, count: around.length };
	const section = sections().find(({ uid }) => uid === row.sectionUid)?.name ?? m.no_section();
	const sentence =
		sections().length > 0 ? m.place_in_section_said({ ...told, section }) : m.place_said(told);
	announce(`${sentence} ${outcome}`.trim());
}
