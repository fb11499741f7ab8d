import { flushSync } from 'svelte';
import { isMotionReduced } from '$lib/client/motion';
import { firstIndex } from './first-index';

/** How long rows take to make room, and a row to fall into its place, in milliseconds. */
const glideMs = 180;

const easing = 'cubic-bezier(0.2, 0, 0, 1)';

/** Makes a change to the rows, and lets those in sight glide from where they were. The lifted one is there at once. */
export function glide(root: HTMLElement, change: () => void): void {
	if (isMotionReduced()) return flushSync(change);
	const before = placesIn(root);
	flushSync(change);
	for (const [name, { element, top }] of placesIn(root)) {
		const was = before.get(name)?.top;
		if (was === undefined || was === top || 'lifted' in element.dataset) continue;
		element.animate([{ transform: `translateY(${was - top}px)` }, { transform: 'none' }], {
			duration: glideMs,
			easing
		});
	}
}

/** Lets an element that floats fall onto a place. Resolves when it is there. */
export async function fallOnto(element: HTMLElement, { top }: DOMRect): Promise<void> {
	if (isMotionReduced()) return;
	const by = top - element.getBoundingClientRect().top;
	const to = { translate: `0 ${by}px`, boxShadow: 'none' };
	await element.animate([{}, to], { duration: glideMs, easing, fill: 'forwards' }).finished;
}

/** Rows and headings near enough to be seen, by the id that stays when an element is replaced. */
function placesIn(root: HTMLElement): Map<string, { element: HTMLElement; top: number }> {
	const places = new Map<string, { element: HTMLElement; top: number }>();
	// From the top, and nothing that is folded away.
	const shown = [
		...root.querySelectorAll<HTMLElement>('summary, :scope > .items > li, [open] > .items > li')
	];
	const first = firstIndex(
		shown,
		(element) => element.getBoundingClientRect().bottom >= -innerHeight / 4
	);
	for (const element of shown.slice(first)) {
		const { top } = element.getBoundingClientRect();
		if (top > innerHeight * 1.25) break;
		places.set(element.id || (element.querySelector('h2')?.id ?? ''), { element, top });
	}
	return places;
}
