/** Waits until other work on the event loop, such as writes to the network, has had a turn. */
export const yieldToOthers = (): Promise<void> =>
	new Promise((resolve) => void setImmediate(resolve));
