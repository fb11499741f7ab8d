/** Checks again and again whether the file is still the one that was opened. Returns a function that ends the watch. */
export function watchFile({ isInPlace, gone, failed, everyMs = 1000 }: FileWatch): () => void {
	let hasFailed = false;
	const look = () => {
		try {
			if (isInPlace()) return;
		} catch (error) {
			if (!hasFailed) failed(error);
			hasFailed = true;
			return;
		}
		clearInterval(looking);
		gone();
	};
	const looking = setInterval(look, everyMs).unref();
	return () => clearInterval(looking);
}

type FileWatch = {
	isInPlace: () => boolean;
	/** Called once, when the file is no longer the one that was opened. */
	gone: () => void;
	/** Called with the first error of `isInPlace`; the watch goes on. */
	failed: (error: unknown) => void;
	everyMs?: number;
};
