/** Until what else waits, such as what is to be written to the network, has had a turn. */
export const yieldToOthers = (): Promise<void> =>
	new Promise((resolve) => void setImmediate(resolve));
