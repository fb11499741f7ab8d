import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Hub } from './hub.ts';
import { keptNumbers } from '../events/kept-numbers.ts';
import type { Household } from '../kernel/household.ts';
import { waitingHashes } from '../kernel/passwords.ts';
import { waitingWriters } from '../data/transaction.ts';
import { pulseOf } from './watchdog.ts';

/**
 * What the process and its database are doing, in the text format of Prometheus. Numbers alone: no name, no uid and no
 * address of anybody. Written by hand, since the usual library brings more code than all of this has lines.
 */

export type Door = 'pages' | 'rest' | 'events' | 'mcp' | 'probes';

export type Metrics = {
	/** Counts one request, with its status and its duration. */
	count(door: Door, status: number, seconds: number): void;
	text(): Promise<string>;
};

export function openMetrics(household: Household & { hub: Hub }): Metrics {
	const requests = openRequests();
	const delays = monitorEventLoopDelay({ resolution: 20 });
	delays.enable();
	return {
		count: requests.count,
		text: async () => {
			const families = [
				...processFamilies(),
				...delayFamilies(delays),
				...(await householdFamilies(household)),
				...requests.families()
			];
			return families.map(written).join('');
		}
	};
}

type Sample = { suffix?: string; labels?: Record<string, string>; value: number };
type Family = {
	name: string;
	type: 'gauge' | 'counter' | 'histogram';
	help: string;
	samples: Sample[];
};

const gauge = (name: string, help: string, value: number): Family => ({
	name,
	type: 'gauge',
	help,
	samples: [{ value }]
});

function processFamilies(): Family[] {
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
function delayFamilies(delays: Delays): Family[] {
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

async function householdFamilies({ database, hub }: Household & { hub: Hub }): Promise<Family[]> {
	const isUp = (await pulseOf(database)) === 'beats';
	const position = isUp ? await keptNumbers(database.read).catch(() => undefined) : undefined;
	return [
		gauge('hearth_database_up', 'Whether a transaction can be carried out.', Number(isUp)),
		gauge('hearth_streams_open', 'Streams of events that are open in this process.', hub.size()),
		gauge('hearth_write_queue', 'Transactions that wait for their turn.', waitingWriters(database)),
		gauge('hearth_hash_queue', 'Password hashes that wait for their turn.', waitingHashes()),
		...(position
			? [gauge('hearth_outbox_position', 'Number of the newest change.', position.newest)]
			: [])
	];
}

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Durations = { buckets: number[]; sum: number; count: number };

function openRequests() {
	const counts = new Map<string, Sample>();
	const durations = new Map<Door, Durations>();
	const countOf = (door: Door, status: string): Sample => {
		const found = counts.get(door + status) ?? { labels: { door, status }, value: 0 };
		counts.set(door + status, found);
		return found;
	};
	const durationsOf = (door: Door): Durations => {
		const found = durations.get(door) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
		durations.set(door, found);
		return found;
	};
	const count: Metrics['count'] = (door, status, seconds) => {
		countOf(door, `${Math.floor(status / 100)}xx`).value += 1;
		const taken = durationsOf(door);
		taken.sum += seconds;
		taken.count += 1;
		for (const [index, bound] of bounds.entries())
			if (seconds <= bound) taken.buckets[index] = (taken.buckets[index] ?? 0) + 1;
	};
	const families = (): Family[] => [
		{
			name: 'hearth_requests_total',
			type: 'counter',
			help: 'Requests answered, by door and class of status. Files are not among them.',
			samples: [...counts.values()]
		},
		{
			name: 'hearth_request_duration_seconds',
			type: 'histogram',
			help: 'Time to the beginning of the answer, by door.',
			samples: [...durations].flatMap(([door, taken]) => histogram(door, taken))
		}
	];
	return { count, families };
}

function histogram(door: Door, { buckets, sum, count }: Durations): Sample[] {
	const upTo = (le: string, value: number) => ({ suffix: '_bucket', labels: { door, le }, value });
	return [
		...bounds.map((bound, index) => upTo(String(bound), buckets[index] ?? 0)),
		upTo('+Inf', count),
		{ suffix: '_sum', labels: { door }, value: sum },
		{ suffix: '_count', labels: { door }, value: count }
	];
}

function written({ name, type, help, samples }: Family): string {
	const lines = samples.map(({ suffix = '', labels, value }) => {
		const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${text}"`);
		return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
	});
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}
