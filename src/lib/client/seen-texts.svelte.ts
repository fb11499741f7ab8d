import { untrack } from 'svelte';

/** What a form showed when somebody began to type in it. That is what they answer, whatever arrives meanwhile. */
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
		/** These were saved, and what is typed next answers them. */
		noteSaved(texts: Partial<Shown>): void {
			seen = { ...seen, ...texts };
		}
	};
}
