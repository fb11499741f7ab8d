import { AsyncResource } from 'node:async_hooks';
import type { Work, WriteQueue } from '../dialect.ts';
import type { Prisma } from '../generated/sqlite/client.ts';
import { execute } from '../open-transaction.ts';
import { yieldToOthers } from '../yield-to-others.ts';
import { sql } from '../sql.ts';

/** Runs `work` in one transaction and commits it. `askedAt` is since when it waits, as performance.now(). */
type Transact = (work: Work<void>, askedAt: number) => Promise<void>;

type Command = {
	/** Does the work; what it returns tells its result to who asked. */
	attempt: Work<() => void>;
	reject(error: unknown): void;
	askedAt: number;
	/** Runs by itself: a transaction that it shared was rolled back because of another one. */
	isAlone?: true;
};

/**
 * Commands that wait for the one writer share a transaction, and the sync of its commit, which takes longer than most of what
 * they do. They run one after the other, and each sees what those before it wrote. Each is whole or absent, by a savepoint of
 * its own. None is answered before all are on the disk; nor is a refusal, which may rest on what another one wrote.
 */
export function sharingCommits(transact: Transact): WriteQueue {
	const queue: Command[] = [];
	let isAtWork = false;

	async function takeTurns(): Promise<void> {
		if (isAtWork) return;
		isAtWork = true;
		while (queue.length > 0) {
			// SQLite is asked without waiting: nobody else is heard until the commit, so those who have asked are heard now.
			await yieldToOthers();
			await commitTogether(queue, transact);
		}
		isAtWork = false;
	}

	return {
		run: <T>(work: Work<T>) =>
			new Promise<T>((resolve, reject) => {
				// As who asked, such as in their language; the transaction is begun by another one perhaps.
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

/** The first of the queue in a transaction, and with it those that wait. Never throws. */
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

/** The next that may share the transaction, unless it holds enough. */
function following(queue: Command[], ran: Command[], until: number): Command | undefined {
	const [next] = queue;
	const isFull = ran.length >= mostTogether || performance.now() >= until;
	return isFull || next?.isAlone || ran[0]?.isAlone ? undefined : next;
}

/** Under a savepoint: what it wrote is undone where it fails. Throws where the whole transaction is lost with it. */
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
 * Nothing of the transaction is there. Where its commit failed all are told so. Where one of them failed in it that one is,
 * and those before it run again, each by itself; where it was not even begun, the first is.
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

/** In one transaction; who waits for the first of them waits for as long as all take. */
const mostTogether = 100;
const longestMs = 50;
