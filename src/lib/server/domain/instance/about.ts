import { z } from 'zod';
import { version } from '../../platform/version.ts';
import { timestamp } from '../text.ts';
import type { Unit } from '../unit.ts';

export const About = z
	.object({
		instanceName: z.string(),
		version: z.string(),
		startedAt: z.string(),
		memberCount: z.int(),
		listCount: z.int(),
		itemCount: z.int(),
		storageDriver: z.string(),
		storageBytes: z.int(),
		licence: z.string()
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
		itemCount: await db.item.count({ where: { deletedAt: null, list: { deletedAt: null } } }),
		storageDriver: provider,
		storageBytes: await storageBytes(unit),
		licence
	};
}

/** The grant under which this program is used, as its package says. */
const licence = 'UNLICENSED';

/** This process, not the household. */
const startedAt = new Date(Date.now() - process.uptime() * 1000);

async function storageBytes({ db, provider }: Unit): Promise<number> {
	if (provider === 'postgresql') {
		const [row] = await db.$queryRaw<
			{ bytes: bigint }[]
		>`SELECT pg_database_size(current_database()) AS "bytes"`;
		return Number(row?.bytes ?? 0);
	}
	const [row] = await db.$queryRaw<{ bytes: bigint }[]>`
		SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()`;
	return Number(row?.bytes ?? 0);
}
