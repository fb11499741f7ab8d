import { metrics } from '$lib/server/transports/metrics';

/** Numbers for Prometheus. */
export const GET = metrics;
