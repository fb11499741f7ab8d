/** What became of a request, by the word that the address carries after a decision. */
export const decided: Record<string, string> = {
	join: 'Approved. They can choose a password now, in the browser they asked from.',
	reset:
		'Approved for one hour. They can choose a new password now, in the browser they asked from.',
	ignored: 'Ignored. They are not told.'
};
