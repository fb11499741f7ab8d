import { AsyncResource } from 'node:async_hooks';
import type { Work, WriteQueue } from '../dialect.ts';
import type { Prisma } from '../generated/sqlite/client.ts';
import { execute } from '../open-transaction.ts';
import { yieldToOthers } from '../yield-to-others.ts';
import { sql } from '../sql.ts';

/** Runs `work` in one transaction and commits it. `askedAt` is when it began to wait, as performance.now(). */
type Transact = (work: Work<void>, askedAt: number) => Promise<void>;

type Command = {
	/** Does the work. Returns the function that gives the result to the caller. */
	attempt: Work<() => void>;
	reject(error: unknown): void;
	askedAt: number;
	/** The command runs in a transaction of its own, because another command has failed and rolled back the one that they shared. */
	isAlone?: true;
};

/**
 * Group commit: commands that wait for the one writer share a transaction and the sync of its commit, which takes longer than
 * most of them. They run one after the other, and each sees what those before it wrote. A savepoint makes each of them
 * atomic. None is answered before all are on the disk. Nor is a refusal, which may rest on what another command wrote.
 */
export function sharingCommits(transact: Transact): WriteQueue {
	const queue: Command[] = [];
	let isAtWork = false;

	async function takeTurns(): Promise<void> {
		if (isAtWork) return;
		isAtWork = true;
		while (queue.length > 0) {
			// SQLite is synchronous: until the commit no other request is read. Let those that have arrived be read now, so
			// that they can share it.
			await yieldToOthers();
			await commitTogether(queue, transact);
		}
		isAtWork = false;
	}

	return {
		run: <T>(work: Work<T>) =>
			new Promise<T>((resolve, reject) => {
				// Keep the async context of the caller, such as their language: another command may have begun the transaction.
				const bound = AsyncResource.bind(work);
				const attempt: Command['attempt'] = async (transaction) => {
					const result = await bound(transaction);
					return () => resolve(result);
				};
				queue.push({ attempt, reject, askedAt: performance.now() });
				void takeTurns();
			}),
		waiting: () => queue.length
	};
}

/** Runs the first command of the queue in a transaction, together with those that wait behind it. Never throws. */
async function commitTogether(queue: Command[], transact: Transact): Promise<void> {
	const [first] = queue;
	if (!first) return;
	const ran: Command[] = [];
	const answers: (() => void)[] = [];
	let areAllRun = false;
	try {
		await transact(async (transaction) => {
			const until = performance.now() + longestMs;
			for (let next = queue[0]; next; next = following(queue, ran, until)) {
				ran.push(next);
				queue.shift();
				const isFirst = next === first;
				answers.push(await (isFirst ? next.attempt(transaction) : under(transaction, next)));
			}
			areAllRun = true;
		}, first.askedAt);
	} catch (error) {
		return tellOfFailure({ ran, areAllRun, queue }, error);
	}
	for (const answer of answers) answer();
}

/** The next command that may share the transaction, unless the transaction is full. */
function following(queue: Command[], ran: Command[], until: number): Command | undefined {
	const [next] = queue;
	const isFull = ran.length >= maxCommandsTogether || performance.now() >= until;
	return isFull || next?.isAlone || ran[0]?.isAlone ? undefined : next;
}

/** Runs a command under a savepoint, and undoes what it wrote where it fails. Throws where the transaction is lost. */
async function under(
	transaction: Prisma.TransactionClient,
	{ attempt, reject }: Command
): Promise<() => void> {
	await execute(transaction, sql`SAVEPOINT command`);
	try {
		const answer = await attempt(transaction);
		await execute(transaction, sql`RELEASE command`);
		return answer;
	} catch (error) {
		await execute(transaction, sql`ROLLBACK TO command`).catch(() => {
			throw error;
		});
		await execute(transaction, sql`RELEASE command`);
		return () => reject(error);
	}
}

/**
 * Rejects commands after their transaction was rolled back. If its commit failed, all of them are rejected. If one command failed
 * and rolled back the whole transaction, only that command is rejected, and those before it run again, each in a transaction of its
 * own. If no transaction could begin, the first command of the queue is rejected.
 */
function tellOfFailure(
	{ ran, areAllRun, queue }: { ran: Command[]; areAllRun: boolean; queue: Command[] },
	error: unknown
): void {
	if (areAllRun) return ran.forEach(({ reject }) => reject(error));
	const failed = ran.pop() ?? queue.shift();
	failed?.reject(error);
	queue.unshift(...ran.map((command) => ({ ...command, isAlone: true as const })));
}

/** Limits of one transaction. The caller of its first command waits until all of its commands have run. */
const maxCommandsTogether = 100;
const longestMs = 50;
