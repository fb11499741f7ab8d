import { isHttpError, type RequestEvent } from '@sveltejs/kit';
import type { Door } from '../runtime/request-metrics.ts';
import { isProbe } from './host.ts';

/** Counts a request with its status and duration, also where it could not be answered. */
export async function measureRequest(
	event: RequestEvent,
	answer: () => Promise<Response>
): Promise<Response> {
	const { metrics } = event.locals.household;
	const begun = performance.now();
	let status = 500;
	try {
		const response = await answer();
		status = response.status;
		return response;
	} catch (error) {
		if (isHttpError(error)) status = error.status;
		throw error;
	} finally {
		metrics.count(doorOf(event.url.pathname), status, (performance.now() - begun) / 1000);
	}
}

function doorOf(path: string): Door {
	if (isProbe(path) || path === '/metrics') return 'probes';
	if (path === '/mcp') return 'mcp';
	if (!path.startsWith('/api/')) return 'pages';
	return path.endsWith('/events') ? 'events' : 'rest';
}
