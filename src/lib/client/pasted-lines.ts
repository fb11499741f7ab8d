/** Many lines that are pasted into a field that holds one. "" for a single line, which the browser pastes by itself. */
export function pastedLines(event: ClipboardEvent): string {
	const text = event.clipboardData?.getData('text/plain') ?? '';
	if (!areManyLines(text)) return '';
	event.preventDefault();
	return text;
}

/** Whether anything stands on two lines or more; blank lines around a single one do not count. */
export const areManyLines = (text: string): boolean => /[\n\r]/.test(text.trim());
