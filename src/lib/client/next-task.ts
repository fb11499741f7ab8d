/** Resolves after what the browser has to do now, such as to draw what was tapped. Timers would wait in a tab out of sight. */
export function nextTask(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage('');
	});
}
