import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { Wakeup } from './wakeup.ts';

/** What the whole program stands on while it runs; made at the start, passed to whoever needs it. */
export type Household = {
	database: Database;
	clock: Clock;
	config: Config;
	log: Log;
	wakeup: Wakeup;
};
