/** Many lines that are pasted into a field that holds one. "" for a single line, which the browser pastes by itself. */
export function pastedLines(event: ClipboardEvent): string {
	const text = event.clipboardData?.getData('text/plain') ?? '';
	if (!/\S\s*[\n\r]\s*\S/.test(text)) return '';
	event.preventDefault();
	return text;
}
