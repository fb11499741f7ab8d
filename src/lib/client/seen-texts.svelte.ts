import { untrack } from 'svelte';

/**
 * Keeps what a form showed when somebody began to type in it. Their edit is based on that, whatever arrives meanwhile.
 * `begun` is what it showed as they began earlier, if they come back to what they typed.
 */
export function seenTexts<Shown extends { uid: string }>(item: () => Shown, begun?: Shown) {
	let isTouched = $state(begun !== undefined);
	let seen = $state.raw(begun ?? untrack(item));
	$effect.pre(() => {
		const now = item();
		if (!untrack(() => isTouched) || now.uid !== untrack(() => seen.uid)) seen = now;
	});

	return {
		get current(): Shown {
			return seen;
		},
		/** Somebody comes back to what they typed, and it showed `begun` before. */
		begin(begun: Shown): void {
			seen = begun;
			isTouched = true;
		},
		/** Somebody began to type. */
		touch(): void {
			isTouched = true;
		},
		/** Notes texts that were saved. What is typed next is based on them. */
		noteSaved(texts: Partial<Shown>): void {
			seen = { ...seen, ...texts };
		}
	};
}
