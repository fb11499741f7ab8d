/**
 * Resolves in the next task, after the browser has done what is due now, such as drawing what was tapped. A timer would wait in a
 * tab out of sight. A page that goes away may have no next task, so there it resolves while the page goes.
 */
export function nextTask(): Promise<void> {
	if (globalThis.document?.hidden) return Promise.resolve();
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		const over = () => {
			port1.close();
			globalThis.removeEventListener?.('pagehide', over);
			resolve();
		};
		port1.onmessage = over;
		port2.postMessage('');
		globalThis.addEventListener?.('pagehide', over);
	});
}
