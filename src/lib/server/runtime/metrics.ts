import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Hub } from './hub.ts';
import type { Household } from '../kernel/household.ts';
import { written } from './metric-families.ts';
import { delayFamilies, processFamilies } from './process-metrics.ts';
import { householdFamilies } from './household-metrics.ts';
import { openRequests } from './request-metrics.ts';

/**
 * What the process and its database are doing, in the text format of Prometheus. Numbers alone: no name, no uid and no
 * address of anybody. Written by hand, since the usual library brings more code than all of this has lines.
 */

export type Metrics = Pick<ReturnType<typeof openRequests>, 'count'> & { text(): Promise<string> };

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
