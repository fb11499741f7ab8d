import * as m from '../../paraglide/messages.js';
import { locale } from './language.ts';

/** What became of many lines, by how they stood to the list; "" where there were none. */
export function pastedWords(counts: Record<'new' | 'ticked' | 'listed', number>): string {
	const parts = [
		counts.new && m.lines_added({ count: counts.new }),
		counts.ticked && m.lines_brought_back({ count: counts.ticked }),
		counts.listed && m.lines_already_there({ count: counts.listed })
	];
	const list = new Intl.ListFormat(locale(), { type: 'unit', style: 'short' });
	return list.format(parts.filter((part) => typeof part === 'string'));
}
