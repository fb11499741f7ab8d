/**
 * Tells every process of the household that there is something new. The call carries no data: a listener reads the
 * database, which alone is the truth. A call that is lost costs time and never a change.
 */
export type ChangeNotifier = {
	/** Called after a commit. If the process ends before the others hear it, they look by themselves within five seconds. */
	call(): void;
	/** Returns the function that ends the listening. */
	listen(hear: () => void): () => void;
	close(): Promise<void>;
};

/** For one process: all listeners are in it. */
export function localNotifier(): ChangeNotifier {
	const listeners = new Set<() => void>();
	return {
		call: () => listeners.forEach((hear) => hear()),
		listen: (hear) => (listeners.add(hear), () => void listeners.delete(hear)),
		close: async () => listeners.clear()
	};
}
