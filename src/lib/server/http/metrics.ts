import { isHttpError, type RequestEvent } from '@sveltejs/kit';
import type { Door } from '../runtime/request-metrics.ts';
import { sameSecret } from '../kernel/secrets.ts';
import { isFromThisMachine } from './address.ts';
import { bearerOf } from './caller.ts';
import { isProbe } from './host.ts';

/** Metrics of the server: with METRICS_TOKEN for that bearer alone, without it for this machine alone. */
export async function metrics(event: RequestEvent): Promise<Response> {
	const { config, metrics } = event.locals.household;
	if (config.metricsToken && !sameSecret(bearerOf(event.request) ?? '', config.metricsToken))
		return new Response('Send METRICS_TOKEN as a bearer.\n', {
			status: 401,
			headers: { 'www-authenticate': 'Bearer realm="Hearth metrics"' }
		});
	if (!config.metricsToken && !isFromThisMachine(event))
		return new Response(
			'Only this machine is answered while METRICS_TOKEN is not set. Behind a proxy, set it.\n',
			{ status: 403 }
		);
	return new Response(await metrics.text(), {
		headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
	});
}

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
