import { browser } from '$app/environment';
import { captureEarlyInput } from '$lib/client/hydration-input';
import { nextTask } from '$lib/client/next-task';
import { whenIdle } from '$lib/client/when-idle';
import { flushSync, hydrate, unmount, type Snippet } from 'svelte';
import IslandContent from './IslandContent.svelte';

let isUnderWay = browser;
let hydrated: Promise<void> | undefined;
const queue = new Set<() => void>();

/** Whether what the server drew is being hydrated: the page, or an island of it. Anything else is drawn at once. */
export const isHydrating = (): boolean => isUnderWay;

/** To be called once the page is hydrated but for its islands. */
export const noteHydrated = (): void => void (isUnderWay = false);

/**
 * Hydrates what the server drew into `element`: in a task of its own, or in an idle moment once what is around `element` is in
 * sight. Returns a function that cancels this, or ends the island.
 */
export function hydrateLater(
	element: Element,
	when: 'next' | 'visible',
	content: { props: { children: Snippet }; context: Map<unknown, unknown> }
): () => void {
	let island: Record<string, unknown> | undefined;
	const hydrateIt = (): void => {
		const putBack = captureEarlyInput(element);
		isUnderWay = true;
		island = hydrate(IslandContent, { target: element, ...content });
		isUnderWay = false;
		flushSync();
		putBack();
		element.toggleAttribute('data-hydrated', true);
	};
	const callOff = (when === 'next' ? enqueue : whenVisible)(hydrateIt, element);
	return () => {
		callOff();
		if (island) void unmount(island);
	};
}

function enqueue(hydrateIt: () => void): () => void {
	queue.add(hydrateIt);
	hydrated ??= hydrateQueue();
	return () => queue.delete(hydrateIt);
}

async function hydrateQueue(): Promise<void> {
	await nextTask();
	for (const hydrateIt of queue) {
		queue.delete(hydrateIt);
		try {
			hydrateIt();
		} catch (fault) {
			reportError(fault);
		}
		await nextTask();
	}
	hydrated = undefined;
}

function whenVisible(hydrateIt: () => void, element: Element): () => void {
	let callOff = (): void => observer.disconnect();
	const observer = new IntersectionObserver(([entry]) => {
		if (!entry?.isIntersecting) return;
		observer.disconnect();
		callOff = whenIdle(hydrateIt);
	});
	// The island itself has no box.
	observer.observe(element.parentElement ?? element);
	return () => callOff();
}

/**
 * Begins `work` once what is in sight is hydrated, so that nothing takes the processor from it. Returns a function that cancels
 * this, or ends what `work` began.
 */
export function afterIslands(work: () => () => void): () => void {
	let end: (() => void) | undefined;
	let isOver = false;
	void Promise.resolve(hydrated).then(() => {
		if (!isOver) end = work();
	});
	return () => {
		isOver = true;
		end?.();
	};
}
