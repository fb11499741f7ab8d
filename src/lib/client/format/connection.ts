import * as m from '../../paraglide/messages.js';
import { cached } from './cached';
import { locale } from './language';

/** Whether this device keeps what is done: it does, is told not to, may not, or has no room left. */
export type Keeping = 'opening' | 'kept' | 'off' | 'forbidden' | 'full';

type Connection = {
	/** How many changes are not sent; 0 while none of them is late. */
	unsentCount: number;
	/** The last request had no answer. */
	isLost: boolean;
	/** When the server last said how things are, in milliseconds since 1970. */
	seenAt: number | undefined;
	keeping: Keeping;
};

/** "3 changes not sent. Updated 14:02"; "" while all is well. */
export function connectionWords({ unsentCount, isLost, seenAt, keeping }: Connection): string {
	if (unsentCount === 0 && !isLost) return '';
	const what = unsentCount === 0 ? m.no_connection() : m.changes_unsent({ count: unsentCount });
	const status =
		seenAt === undefined ? what : m.connection_updated({ status: what, time: timeWords(seenAt) });
	if (unsentCount === 0 || keeping === 'kept') return status;
	return (keeping === 'full' ? m.connection_keep_open_full : m.connection_keep_open)({ status });
}

/** The time of day, with the date where that is not today. */
function timeWords(at: number): string {
	const isToday = new Date(at).toDateString() === new Date().toDateString();
	return (isToday ? timeFormat : dateTimeFormat)(locale()).format(at);
}

const time = { hour: '2-digit', minute: '2-digit' } as const;
const timeFormat = cached((language) => new Intl.DateTimeFormat(language, time));
const dateTimeFormat = cached(
	(language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...time })
);
