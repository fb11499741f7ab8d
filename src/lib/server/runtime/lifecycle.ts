import { systemClock } from './clock.ts';
import { readConfig, type Config } from './config.ts';
import type { Household } from '../kernel/household.ts';
import { logTo, type Log } from './log.ts';
import { writeWaitMs } from '../data/wait-limits.ts';
import { readinessOf } from './readiness.ts';
import { openMigrated, type OpenDatabase } from './open-migrated.ts';
import { openMetrics, type Metrics } from './metrics.ts';
import { releaseMemoryWhenIdle } from './idle-memory.ts';
import { schedulePurges } from './retention.ts';
import { unusable } from '../data/unusable-database.ts';
import { keepWatch } from './watchdog.ts';
import { watchFile } from './file-watch.ts';
import { pulseOf } from './pulse.ts';
import { openHub, type Hub } from './hub.ts';
import { makeFirstRunCode } from '../instance/setup-code.ts';

/** Starts and stops the process: configuration, migrations, database, event hub, metrics, watchdog and retention. */

export type RunningHousehold = Household & {
	hub: Hub;
	isReady(): Promise<boolean>;
	metrics: Metrics;
	/** What this process prints at its start, for a first run from another machine. */
	setupCode?: string | undefined;
	/** Unlocks the database file for the next process. */
	release(): void;
};

let running: Promise<RunningHousehold> | undefined;

/** Starts once, however often it is asked. Throws StartupError with one line that says what is in the way. */
export function start(): Promise<RunningHousehold> {
	running ??= assemble();
	return running;
}

/**
 * Tells the process that holds the port (bin/serve.mjs) where to listen, how to stop, and what `front` does for every
 * request. `stop` waits for the last answer before it closes the database under it.
 */
export async function announceStart(household: RunningHousehold, front: object): Promise<void> {
	const { config, database, log, setupCode } = household;
	const { host, port, origin } = config;
	const giveUp = () => {
		log.error('no transaction has had its turn for a minute; the process ends, to be started anew');
		process.exit(1);
	};
	const endWatch = keepWatch({ pulse: () => pulseOf(database, writeWaitMs + 3000), giveUp });
	const endFileWatch = watchFile({
		isInPlace: database.isInPlace,
		gone: () => {
			log.error(
				'the database file was deleted or replaced while Hearth was running; the process ends, and leaves what is there now as it is'
			);
			database.setJournalAside();
			process.exit(1);
		},
		failed: (error) =>
			log.error(
				'Hearth cannot see whether the database file is still in its place, and goes on; give this account the folder back',
				{ reason: String(error) }
			)
	});
	const stopPurging = await schedulePurges(household);
	const stopReleasingMemory = releaseMemoryWhenIdle();
	const stopWhen = async (answered: Promise<unknown>): Promise<void> => {
		endWatch();
		endFileWatch();
		stopPurging();
		stopReleasingMemory();
		household.hub.close();
		await answered;
		await stop(household);
	};
	const announcer: NodeJS.EventEmitter = process;
	const address = { host, port, address: origin, setupCode };
	announcer.emit('hearth:started', { ...address, ...front, stop: stopWhen });
}

/** Ends what `start` began, for a program that does its work and goes. */
export async function stop({ hub, notifier, database, release }: RunningHousehold): Promise<void> {
	hub.close();
	await notifier.close();
	await database.close();
	release();
}

/** Whether requests can be carried out, writes too. */
export async function isReady(): Promise<boolean> {
	try {
		return await (await start()).isReady();
	} catch {
		return false;
	}
}

async function assemble(): Promise<RunningHousehold> {
	const config = readConfig(process.env);
	const log = logTo((line) => process.stderr.write(line), config.logLevel);
	const opened = await openMigrated(config.databaseUrl, log);
	try {
		return await openHousehold(opened, config, log);
	} catch (error) {
		opened.release();
		throw unusable(config.databaseUrl, error);
	}
}

async function openHousehold(
	{ database, release }: OpenDatabase,
	config: Config,
	log: Log
): Promise<RunningHousehold> {
	const notifier = database.dialect.openNotifier(config.databaseUrl, log);
	const household = { config, log, database, clock: systemClock, notifier };
	const isReady = readinessOf(database, config.databaseUrl);
	const setupCode = await makeFirstRunCode(household);
	const withHub = { ...household, hub: openHub(household) };
	return { ...withHub, metrics: openMetrics(withHub), isReady, setupCode, release };
}
