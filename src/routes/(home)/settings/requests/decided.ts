import * as m from '$lib/paraglide/messages';

/** What became of a request, by the word that the address carries after a decision. */
export const decided: Record<string, () => string> = {
	join: m.decided_join,
	reset: m.decided_reset,
	ignored: m.decided_ignored
};
