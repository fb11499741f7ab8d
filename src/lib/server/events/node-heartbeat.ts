import { inTransaction } from '../data/transaction.ts';
import type { Household } from '../kernel/household.ts';
import { node } from './stream-rows.ts';

/** How often a node renews its heartbeat. */
export const heartbeatMs = 10_000;
/** A node has died, and its streams with it, when it has missed so many heartbeats in a row. */
const maxMissed = 3;

/**
 * Returns the function that renews this node's heartbeat, and deletes the streams of nodes that have died. On SQLite there is no other
 * node, and a disk that is written to every ten seconds never sleeps: the streams of earlier processes are deleted once.
 */
export function heartbeatOf(household: Household): () => Promise<void> {
	if (household.database.dialect.processes) return heartbeatAmongNodes(household);
	let isAlone = false;
	return async () => {
		if (isAlone) return;
		await deleteStreams(household, { not: node });
		isAlone = true;
	};
}

/**
 * The clocks of two nodes may differ, and the database may have been away from both. So another node's heartbeat is compared only with
 * itself, whenever this node has renewed its own.
 */
function heartbeatAmongNodes(household: Household): () => Promise<void> {
	const { database, clock } = household;
	let heard = new Map<string, { at: number; missed: number }>();
	return async () => {
		const now = clock();
		const others = await inTransaction(database, async (db) => {
			await db.stream.updateMany({ where: { node }, data: { seenAt: now } });
			const where = { node: { not: node } };
			return db.stream.groupBy({ by: ['node'], where, _max: { seenAt: true } });
		});
		const before = heard;
		heard = new Map(
			others.map(({ node: other, _max: { seenAt } }) => {
				const [at, last] = [Number(seenAt), before.get(other)];
				return [other, { at, missed: last?.at === at ? last.missed + 1 : 0 }];
			})
		);
		const dead = [...heard].flatMap(([other, { missed }]) => (missed >= maxMissed ? other : []));
		if (dead.length > 0) await deleteStreams(household, { in: dead });
	};
}

async function deleteStreams(
	{ database, notifier }: Household,
	of: { not: string } | { in: string[] }
): Promise<void> {
	await inTransaction(database, (db) => db.stream.deleteMany({ where: { node: of } }));
	notifier.call();
}
