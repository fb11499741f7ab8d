import * as m from '../../paraglide/messages.js';

const titles: Record<number, () => string> = {
	400: m.error_invalid,
	401: m.sign_in,
	403: m.error_not_allowed,
	404: m.error_not_found,
	409: m.error_changed,
	429: m.error_too_many,
	503: m.error_unavailable
};

/** What an error page is called. */
export const titleOf = (status: number): string => (titles[status] ?? m.error_unknown)();
