import { Prisma, type Connection, type Provider } from '../data/client.ts';
import type { Unit } from './unit.ts';

/** Ends access tokens. What they added stays and no longer names them, so those lists are announced. Returns how many ended. */
export async function endTokens(
	unit: Unit,
	where: { uid?: string; memberUid?: string }
): Promise<number> {
	await lockTokens(unit, where);
	const named = await unit.db.item.groupBy({
		by: ['listUid'],
		where: { deletedAt: null, addedViaToken: where }
	});
	const { count } = await unit.db.accessToken.deleteMany({ where });
	for (const { listUid } of named) unit.record({ kind: 'list.changed', listUid, everyItem: true });
	return count;
}

/** Waits for what is being added through them. From here on nothing more can be, so no list is overlooked. */
async function lockTokens(
	{ db, provider }: { db: Connection; provider: Provider },
	{ uid, memberUid }: { uid?: string; memberUid?: string }
): Promise<void> {
	if (provider === 'sqlite') return;
	const which = [
		...(uid === undefined ? [] : [Prisma.sql`"uid" = ${uid}`]),
		...(memberUid === undefined ? [] : [Prisma.sql`"memberUid" = ${memberUid}`])
	];
	await db.$queryRaw(
		Prisma.sql`SELECT "uid" FROM "AccessToken" WHERE ${Prisma.join(which, ' AND ')} FOR UPDATE`
	);
}
