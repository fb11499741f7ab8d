import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Database } from '../data/client.ts';
import type { Log } from '../runtime/log.ts';
import type { ChangeNotifier } from '../data/change-notifier.ts';

/** What the whole program stands on while it runs; made at the start, and passed along. */
export type Household = {
	database: Database;
	clock: Clock;
	config: Config;
	log: Log;
	notifier: ChangeNotifier;
};
