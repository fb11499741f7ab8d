import { metrics } from '$lib/server/http/metrics';

/** Numbers for Prometheus. */
export const GET = metrics;
