import { locale } from './language';

/** Whether this device keeps what is shown and done: it does, is told not to, may not, or has no room left. */
export type Keeping = 'opening' | 'kept' | 'off' | 'forbidden' | 'full';

type Connection = {
	/** How many changes are not sent; none while they are on time. */
	unsentCount: number;
	/** The last request had no answer. */
	isLost: boolean;
	/** When the server last said how things are, in milliseconds since 1970. */
	seenAt: number | undefined;
	keeping: Keeping;
};

/** "3 changes not sent · updated 14:02"; "" while all is well. */
export function connectionWords({ unsentCount, isLost, seenAt, keeping }: Connection): string {
	if (unsentCount === 0 && !isLost) return '';
	const what =
		unsentCount === 0
			? 'No connection'
			: `${unsentCount} ${unsentCount === 1 ? 'change' : 'changes'} not sent`;
	const updated = seenAt === undefined ? '' : ` · updated ${timeWords(seenAt)}`;
	const lost =
		unsentCount > 0 && keeping !== 'kept' ? `. Keep this page open; ${why(keeping)}.` : '';
	return `${what}${updated}${lost}`;
}

const why = (keeping: Keeping): string =>
	keeping === 'full'
		? 'this device has no room left for changes'
		: 'this browser stores nothing for Hearth';

/** The time of day today, and the date as well before that. */
function timeWords(at: number): string {
	const isToday = new Date(at).toDateString() === new Date().toDateString();
	const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
	return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(at);
}
