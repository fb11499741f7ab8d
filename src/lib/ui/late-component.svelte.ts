/**
 * A component that is loaded once it is wanted, because most pages never show it. Without a connection loading fails, and is tried
 * again as soon as it is wanted anew. Firefox loads again what has failed only once the page itself is loaded anew.
 */
export function lateComponent<Shown>(
	isWanted: () => boolean,
	load: () => Promise<{ default: Shown }>
) {
	let Shown = $state.raw<Shown>();
	let hasFailed = $state(false);

	$effect(() => {
		if (isWanted())
			load().then(
				(loaded) => (Shown = loaded.default),
				() => (hasFailed = true)
			);
	});

	return {
		get Shown() {
			return Shown;
		},
		get hasFailed() {
			return hasFailed;
		}
	};
}
