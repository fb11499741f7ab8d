import { dev } from '$app/environment';
import { whenIdle } from './when-idle';

/**
 * Registers the service worker in an idle moment: installing it loads all files of the app, which would take the processor from a
 * page that was only just drawn. Returns a function that cancels this.
 */
export function registerWorkerWhenIdle(): () => void {
	return whenIdle(() => {
		// Where it is refused, such as over plain http, pages work as they do without it.
		void navigator.serviceWorker
			?.register('/service-worker.js', { type: dev ? 'module' : 'classic' })
			.catch(() => undefined);
	});
}
