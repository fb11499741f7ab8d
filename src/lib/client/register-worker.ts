import { dev } from '$app/environment';
import { whenIdle } from './when-idle';

/**
 * Registers the service worker in an idle moment: a browser that installs it loads the whole program, which takes the
 * processor from a page that is just there. What this returns calls that off.
 */
export function registerWorkerWhenIdle(): () => void {
	return whenIdle(() => {
		// Where it is refused, such as over plain http, pages work as they do without it.
		void navigator.serviceWorker
			?.register('/service-worker.js', { type: dev ? 'module' : 'classic' })
			.catch(() => undefined);
	});
}
