import { browser } from '$app/environment';
import { captureEarlyInput } from '$lib/client/hydration-input';
import { nextTask } from '$lib/client/next-task';
import { whenIdle } from '$lib/client/when-idle';
import { flushSync, hydrate, mount, unmount, type Snippet } from 'svelte';
import IslandContent from './IslandContent.svelte';

let isUnderWay = browser;

/** Whether what the server drew is being hydrated: the page, or an island of it. Anything else is drawn at once. */
export const isHydrating = (): boolean => isUnderWay;

/** To be called once the page is hydrated but for its islands. */
export const noteHydrated = (): void => void (isUnderWay = false);

type Content = { children: Snippet; context: Map<unknown, unknown> };

/** Hydrates what the server drew into `element` in the next task. What it returns ends that, or the island. */
export function hydrateNext(element: Element, content: Content): () => void {
	return island(element, content, (hydrateIt) => {
		let isOver = false;
		void nextTask().then(() => isOver || hydrateIt());
		return () => (isOver = true);
	});
}

/** Does so in an idle moment instead, once what is around `element` is in sight. */
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

/** `later` is given what hydrates the island, and returns what calls that off. */
function island(
	element: Element,
	{ children, context }: Content,
	later: (hydrateIt: () => void) => () => void
): () => void {
	let content: Record<string, unknown> | undefined;
	const callOff = later(() => {
		const putBack = captureEarlyInput(element);
		isUnderWay = element.hasChildNodes();
		const draw = isUnderWay ? hydrate : mount;
		content = draw(IslandContent, { target: element, props: { children }, context });
		isUnderWay = false;
		flushSync();
		putBack();
		element.toggleAttribute('data-hydrated', true);
	});
	return () => {
		callOff();
		if (content) void unmount(content);
	};
}
