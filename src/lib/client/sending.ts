import { SvelteSet } from 'svelte/reactivity';

/** The forms whose answer is on its way. */
export const sending = new SvelteSet<HTMLFormElement>();
