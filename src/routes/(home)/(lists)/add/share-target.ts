/** What another app shared, as lines to add: its text or else its title, and its address where the text does not hold it. */
export function sharedText(query: URLSearchParams): string {
	const [title, text, url] = ['title', 'text', 'url'].map((name) => query.get(name)?.trim() ?? '');
	const words = text || title || '';
	return url && !words.includes(url) ? `${words} ${url}`.trim() : words;
}
