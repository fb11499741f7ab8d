// Helpers of the tests of sections: a list with sections, and what its page shows.
import type { Page } from '@playwright/test';
import type { RunningServer } from '../support/server.ts';
import { call, listWith, uidIn } from './list-page.ts';

/** Creates a list with sections and items in them; items under "" are in no section. */
export async function sectioned(
	page: Page,
	server: RunningServer,
	name: string,
	plan: Record<string, string[]>
): Promise<string> {
	const listUid = await listWith(page, server, name);
	for (const [section, labels] of Object.entries(plan)) {
		const made = section
			? await call(page, server, 'POST', `/lists/${listUid}/sections`, { name: section })
			: undefined;
		const sectionUid = made ? uidIn(made, 'section') : '';
		const items = labels.map((label) => ({ label, sectionUid }));
		if (items.length > 0)
			await call(page, server, 'POST', `/lists/${listUid}/items:batch`, { items });
	}
	return listUid;
}

/** The open items on the page of a list, by their headings: `Soap | Dairy: Milk`. */
export const shown = (page: Page): Promise<string> =>
	page
		.getByRole('main')
		.locator('ul.items:not(.fold ul)')
		.evaluateAll((lists) =>
			lists
				.map((list) => {
					const heading = document.getElementById(list.getAttribute('aria-labelledby') ?? '');
					const labels = [...list.querySelectorAll('.label > :first-child')].map(
						(link) => link.textContent
					);
					return `${heading ? `${heading.textContent}: ` : ''}${labels.join(', ')}`;
				})
				.join(' | ')
		);
