import type { Sample } from './metric-families.ts';

/** The durations of requests, as a histogram for each door. */
export function openDurations<Door extends string>() {
	const durations = new Map<Door, Durations>();
	const durationsOf = (door: Door): Durations => {
		const found = durations.get(door) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
		durations.set(door, found);
		return found;
	};
	return {
		note: (door: Door, seconds: number): void => {
			const taken = durationsOf(door);
			taken.sum += seconds;
			taken.count += 1;
			for (const [index, bound] of bounds.entries())
				if (seconds <= bound) taken.buckets[index] = (taken.buckets[index] ?? 0) + 1;
		},
		samples: (): Sample[] => [...durations].flatMap(([door, taken]) => histogram(door, taken))
	};
}

type Durations = { buckets: number[]; sum: number; count: number };

function histogram(door: string, { buckets, sum, count }: Durations): Sample[] {
	const upTo = (le: string, value: number) => ({ suffix: '_bucket', labels: { door, le }, value });
	return [
		...bounds.map((bound, index) => upTo(String(bound), buckets[index] ?? 0)),
		upTo('+Inf', count),
		{ suffix: '_sum', labels: { door }, value: sum },
		{ suffix: '_count', labels: { door }, value: count }
	];
}

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
