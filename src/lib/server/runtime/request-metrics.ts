import { openDurations } from './duration-histogram.ts';
import type { Family, Sample } from './metric-families.ts';

export type Door = 'pages' | 'rest' | 'events' | 'mcp' | 'probes';

export function openRequests() {
	const counts = new Map<string, Sample>();
	const durations = openDurations<Door>();
	const countOf = (door: Door, status: string): Sample => {
		const found = counts.get(door + status) ?? { labels: { door, status }, value: 0 };
		counts.set(door + status, found);
		return found;
	};
	/** Counts one request, with its status and its duration. */
	const count = (door: Door, status: number, seconds: number): void => {
		countOf(door, `${Math.floor(status / 100)}xx`).value += 1;
		durations.note(door, seconds);
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
			samples: durations.samples()
		}
	];
	return { count, families };
}
