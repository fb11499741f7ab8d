/**
 * What another app shared, as lines to add: its text or else its title, and its address where the text does not hold it. A text that is
 * an address alone, as Chrome on Android shares a page, stands behind the title.
 */
export function sharedText(query: URLSearchParams): string {
	const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map(
		(name) => query.get(name)?.trim() ?? ''
	);
	const words = /^https?:\/\/\S+$/i.test(text) ? `${title} ${text}`.trim() : text || title;
	return url && !words.includes(url) ? `${words} ${url}`.trim() : words;
}
