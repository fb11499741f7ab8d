/** A held key presses on and on, and the line is added with the first press. */
export function addOnce(event: KeyboardEvent): void {
	if (event.repeat && event.key === 'Enter') event.preventDefault();
}
