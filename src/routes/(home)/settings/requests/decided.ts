/** What became of a request, by the word that the address carries after a decision. */
export const decided: Record<string, string> = {
	join: 'Approved. Their page lets them choose a password now, in the browser they asked from.',
	reset:
		'Approved, for an hour. Their page lets them choose a new password now, in the browser they asked from.',
	ignored: 'Ignored. Whoever asked is not told.'
};
