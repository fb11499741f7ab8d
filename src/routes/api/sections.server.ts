import { render } from 'svelte/server';
import { factsAt } from '$lib/server/http/reference/guide';
import { folded, lookingFor } from '$lib/server/http/reference/search';
import { sections } from './sections';

/** The titles of the sections that hold every word of `query`. */
export function titlesFor(query: string): string[] {
	const isFound = lookingFor(query);
	return texts()
		.filter(({ text }) => isFound(text))
		.map(({ title }) => title);
}

let read: { title: string; text: string }[] | undefined;

/** What each section says, read once from what it renders. The server's own address is left out. */
const texts = () =>
	(read ??= sections.map(({ title, Section }) => {
		const { body } = render(Section, { props: factsAt('') });
		return { title, text: folded(`${title} ${asText(body)}`) };
	}));

const asText = (html: string): string =>
	html
		.replaceAll(/<[^>]*>/g, '')
		.replaceAll('&lt;', '<')
		.replaceAll('&amp;', '&');
