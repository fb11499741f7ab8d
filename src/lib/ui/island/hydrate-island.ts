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

const queue = new Set<() => void>();
let hydrated: Promise<void> | undefined;

/** Hydrates what the server drew into `element` in a task of its own. What it returns ends that, or the island. */
export function hydrateNext(element: Element, content: Content): () => void {
	return island(element, content, (hydrateIt) => {
		queue.add(hydrateIt);
		hydrated ??= hydrateQueue();
		return () => queue.delete(hydrateIt);
	});
}

async function hydrateQueue(): Promise<void> {
	while (queue.size > 0) {
		await nextTask();
		const [hydrateIt] = queue;
		if (!hydrateIt) break;
		queue.delete(hydrateIt);
		try {
			hydrateIt();
		} catch (fault) {
			reportError(fault);
		}
	}
	hydrated = undefined;
}

/**
 * Begins `work` once what is in sight is hydrated, so that nothing takes the processor from it. What this returns calls that
 * off, or ends what `work` began.
 */
export function afterIslands(work: () => () => void): () => void {
	let end: (() => void) | undefined;
	let isOver = false;
	void (hydrated ?? Promise.resolve()).then(() => {
		if (!isOver) end = work();
	});
	return () => {
		isOver = true;
		end?.();
	};
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
