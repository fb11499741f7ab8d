import { cutOff } from './errors.ts';

/** Who asks for work that has to queue. */
export type Asker = {
	/** Askers with the same key share one line. */
	key: string;
	/** Visitors share one number of places; members have as many of their own. */
	isVisitor: boolean;
	/** Whether nobody waits for the answer any more. */
	isGone(): boolean;
};

/** The queue has no place left for this asker. */
export class QueueRefused extends Error {}

type Limits = {
	/** Jobs that run at the same time. */
	running: number;
	/** Jobs of one key that run at the same time. No limit where it is left out. */
	runningEach?: number;
	/** Jobs that may wait, for each of visitors and members. */
	waiting: number;
	/** Jobs that may wait under one key. */
	waitingEach: number;
};

type Job = { asker: Asker; start(): void; drop(): void };

/**
 * Runs slow work a few jobs at a time. Keys take turns, so that one who sends a thousand jobs delays the others by one job
 * a round. Throws QueueRefused where there is no place, and a Refusal where the asker left before their turn.
 */
export function fairQueue({ running, runningEach = Infinity, waiting, waitingEach }: Limits) {
	/** In the order of their turns; a key that had its turn goes to the end. */
	const lines = new Map<string, Job[]>();
	const active = new Set<Job>();

	function dropGone(): void {
		for (const [key, line] of lines) {
			const [gone, left] = [line.filter(isGone), line.filter((job) => !isGone(job))];
			if (left.length > 0) lines.set(key, left);
			else lines.delete(key);
			for (const job of gone) job.drop();
		}
	}

	/**
	 * Whether there is room in the queue. Only jobs that somebody still waits for count. Without a limit thousands may wait, so they
	 * are not looked at.
	 */
	function hasPlace({ key, isVisitor }: Asker): boolean {
		if (waiting === Infinity) return true;
		dropGone();
		const alike = [...lines.values()].flat().filter(({ asker }) => asker.isVisitor === isVisitor);
		return alike.length < waiting && (lines.get(key)?.length ?? 0) < waitingEach;
	}

	const hasItsShare = (key: string): boolean =>
		[...active].filter(({ asker }) => asker.key === key).length >= runningEach;

	function startNext(): void {
		while (active.size < running) {
			const job = nextJob();
			if (!job) return;
			if (isGone(job)) job.drop();
			else job.start();
		}
	}

	/** Takes the next job that may run out of its line. */
	function nextJob(): Job | undefined {
		const next = lines.entries().find(([key]) => !hasItsShare(key));
		if (!next) return undefined;
		const [key, line] = next;
		const job = line.shift();
		lines.delete(key);
		if (line.length > 0) lines.set(key, line);
		return job;
	}

	const waitingCount = (): number =>
		[...lines.values()].reduce((sum, line) => sum + line.length, 0);

	async function run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
		const mustWait = active.size >= running || hasItsShare(asker.key);
		if (mustWait && !hasPlace(asker)) throw new QueueRefused();
		const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
		const job: Job = {
			asker,
			start: () => (active.add(job), resolve()),
			drop: () => reject(cutOff())
		};
		const line = lines.get(asker.key) ?? [];
		line.push(job);
		lines.set(asker.key, line);
		startNext();
		await turn;
		try {
			return await work();
		} finally {
			active.delete(job);
			startNext();
		}
	}

	return Object.assign(run, { waitingCount });
}

const isGone = ({ asker }: Job): boolean => asker.isGone();
