import type { monitorEventLoopDelay } from 'node:perf_hooks';
import { gauge, type Family } from './metric-families.ts';

export function processFamilies(): Family[] {
	const { rss, heapUsed, heapTotal } = process.memoryUsage();
	return [
		gauge('process_resident_memory_bytes', 'Resident memory.', rss),
		gauge('process_uptime_seconds', 'How long the process has been running.', process.uptime()),
		gauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
		gauge('nodejs_heap_size_total_bytes', 'Heap taken from the machine.', heapTotal)
	];
}

type Delays = ReturnType<typeof monitorEventLoopDelay>;

/** Delays since the metrics were last read, so that one bad moment does not stay for ever. */
export function delayFamilies(delays: Delays): Family[] {
	const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
	const families = [
		gauge(
			'nodejs_eventloop_lag_p50_seconds',
			'Median delay of the event loop.',
			seconds(delays.percentile(50))
		),
		gauge(
			'nodejs_eventloop_lag_p99_seconds',
			'99th percentile of the delay of the event loop.',
			seconds(delays.percentile(99))
		),
		gauge(
			'nodejs_eventloop_lag_max_seconds',
			'Longest delay of the event loop.',
			seconds(delays.max)
		)
	];
	delays.reset();
	return families;
}
