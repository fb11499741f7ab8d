import { z } from 'zod';
import { Prisma } from '../data/client.ts';
import { counts, says, when } from '../kernel/schema.ts';
import { version } from '../kernel/app-version.ts';
import { slowRead } from '../data/slow-reads.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';

export const About = z
	.object({
		instanceName: says('What the household is called.'),
		version: says('The version of the program.'),
		startedAt: when('When the program started.'),
		memberCount: counts('How many members there are.'),
		listCount: counts('How many lists.'),
		itemCount: counts('How many items.'),
		storageDriver: says('Which database: sqlite or postgresql.'),
		storageBytes: counts('How large the database is.'),
		licence: says('The terms under which the program is used.')
	})
	.meta({ id: 'About' });

export type About = z.infer<typeof About>;

export async function getAbout(unit: Unit): Promise<About> {
	const { db, provider } = unit;
	const row = await db.instance.findUnique({ where: { id: 1 } });
	return {
		instanceName: row?.name ?? '',
		version,
		startedAt: timestamp(startedAt),
		memberCount: await db.member.count({ where: { removedAt: null } }),
		listCount: await db.list.count({ where: { deletedAt: null } }),
		itemCount: await countItems(unit),
		storageDriver: provider,
		storageBytes: await storageBytes(unit),
		licence
	};
}

/** A few lists at a time: to count a million items at once would hold up everybody else. */
async function countItems({ db, provider }: Unit): Promise<number> {
	const lists = await db.list.findMany({ where: { deletedAt: null }, select: { uid: true } });
	let total = 0;
	for (let at = 0; at < lists.length; at += listsAtOnce) {
		const uids = lists.slice(at, at + listsAtOnce).map(({ uid }) => uid);
		const where = { listUid: { in: uids }, deletedAt: null };
		total += await slowRead(provider, () => db.item.count({ where }));
	}
	return total;
}

/** At most 10,000 items each. */
const listsAtOnce = 20;

/** The grant under which this program is used, as its package says. */
const licence = 'UNLICENSED';

/** This process, not the household. */
const startedAt = new Date(Date.now() - process.uptime() * 1000);

async function storageBytes({ read, provider }: Unit): Promise<number> {
	if (provider === 'postgresql') {
		const [row] = await read.query<{ bytes: bigint }>(
			Prisma.sql`SELECT pg_database_size(current_database()) AS "bytes"`
		);
		return Number(row?.bytes ?? 0);
	}
	const [row] = await read.query<{ bytes: bigint }>(Prisma.sql`
		SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()`);
	return Number(row?.bytes ?? 0);
}
