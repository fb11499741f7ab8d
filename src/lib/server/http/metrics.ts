import type { RequestEvent } from '@sveltejs/kit';
import { sameSecret } from '../kernel/secrets.ts';
import { isFromThisMachine } from './address.ts';
import { bearerOf } from './caller.ts';

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
