import { browser } from '$app/environment';
import IslandContent from '$lib/ui/IslandContent.svelte';
import { flushSync, hydrate, mount, unmount, type Snippet } from 'svelte';
import { captureEarlyInput } from './hydration-input';
import { nextTask } from './next-task';
import { whenIdle } from './when-idle';

let isNow = browser;

/** Whether what the server drew is being hydrated, the page or an island of it; whatever else is drawn is drawn at once. */
export const isHydrating = (): boolean => isNow;

export const noteHydrated = (): void => void (isNow = false);

type Content = { children: Snippet; context: Map<unknown, unknown> };

/** Hydrates what the server drew into `element` in the next task. What it returns ends that, or the island. */
export function hydrateNext(element: Element, content: Content): () => void {
	return island(element, content, (hydrateIt) => {
		let isOver = false;
		void nextTask().then(() => isOver || hydrateIt());
		return () => (isOver = true);
	});
}

/** The same in an idle moment once what is around `element` is in sight. */
export function hydrateWhenVisible(element: Element, content: Content): () => void {
	return island(element, content, (hydrateIt) => {
		let callOff = (): void => {};
		const observer = new IntersectionObserver((entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			callOff = whenIdle(hydrateIt);
		});
		// The island itself has no box.
		observer.observe(element.parentElement ?? element);
		return () => {
			observer.disconnect();
			callOff();
		};
	});
}

function island(
	element: Element,
	{ children, context }: Content,
	later: (hydrateIt: () => void) => () => void
): () => void {
	let content: Record<string, unknown> | undefined;
	const callOff = later(() => {
		const putBack = captureEarlyInput(element);
		isNow = element.hasChildNodes();
		const draw = isNow ? hydrate : mount;
		content = draw(IslandContent, { target: element, props: { children }, context });
		isNow = false;
		flushSync();
		putBack();
		element.toggleAttribute('data-hydrated', true);
	});
	return () => {
		callOff();
		if (content) void unmount(content);
	};
}
