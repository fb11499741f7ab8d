import type { RequestEvent } from '@sveltejs/kit';
import { locale } from '$lib/client/format/language';
import * as m from '$lib/paraglide/messages';
import type { Standing } from './pasted';

/** A line that was pasted: how it stood to the list, and which item it is now. */
type Pasted = { standing: Standing; itemUid: string };

const standings: readonly Standing[] = ['new', 'ticked', 'listed'];
const words = [m.lines_added, m.lines_brought_back, m.lines_already_there];

/** The list's page at the first item that came onto it, telling how many lines were added, brought back and there already. */
export function withPasted(listPath: string, lines: Pasted[]): string {
	const groups = standings.map((standing) => lines.filter((line) => line.standing === standing));
	const first = groups.flat().find(({ itemUid }) => itemUid)?.itemUid ?? '';
	const told = new URLSearchParams({ pasted: groups.map(({ length }) => length).join('.'), first });
	return `${listPath}?${told}#${encodeURIComponent(first || 'add')}`;
}

/** What the address tells of the lines that a form just added. */
export function justPasted({ url }: RequestEvent): { words: string; first: string } | undefined {
	const counts = url.searchParams.get('pasted')?.split('.').map(Number) ?? [];
	const parts = words.flatMap((say, index) => {
		const count = counts[index] ?? 0;
		return Number.isSafeInteger(count) && count > 0 ? say({ count }) : [];
	});
	if (parts.length === 0) return undefined;
	const list = new Intl.ListFormat(locale(), { type: 'unit', style: 'short' });
	return { words: list.format(parts), first: url.searchParams.get('first') ?? '' };
}
