import type { TransitionConfig } from 'svelte/transition';

/** Whether the member's device asks for less motion. Read at each use, because the setting can change while a page is open. */
export const isMotionReduced = (): boolean =>
	matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Clips an element from below while what follows moves up into its place. Svelte's own `slide` asks for eight styles of each element. */
export function collapse(element: Element, duration: number): TransitionConfig {
	const { height } = element.getBoundingClientRect();
	return {
		duration,
		easing: (time) => 1 - (1 - time) ** 3,
		css: (shown, hidden) =>
			`margin-block-end: ${-hidden * height}px; clip-path: inset(0 0 ${hidden * 100}%)`
	};
}
