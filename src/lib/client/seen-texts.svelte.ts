import { untrack } from 'svelte';

/** Keeps what a form showed when somebody began to type in it. Their edit is based on that, whatever arrives meanwhile. */
export function seenTexts<Shown extends { uid: string }>(item: () => Shown) {
	let isTouched = $state(false);
	let seen = $state.raw(untrack(item));
	$effect.pre(() => {
		const now = item();
		if (!untrack(() => isTouched) || now.uid !== untrack(() => seen.uid)) seen = now;
	});

	return {
		get current(): Shown {
			return seen;
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
