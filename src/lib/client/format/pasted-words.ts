import * as m from '../../paraglide/messages.js';
import { cached } from './cached.ts';
import { locale } from './language.ts';

/** What became of many lines, by how they stood to the list; "" where there were none. */
export function pastedWords(counts: Record<'new' | 'ticked' | 'listed', number>): string {
	const parts = [
		counts.new && m.lines_added({ count: counts.new }),
		counts.ticked && m.lines_brought_back({ count: counts.ticked }),
		counts.listed && m.lines_already_there({ count: counts.listed })
	];
	return listFormat(locale()).format(parts.filter((part) => typeof part === 'string'));
}

const listFormat = cached(
	(language) => new Intl.ListFormat(language, { type: 'unit', style: 'short' })
);
