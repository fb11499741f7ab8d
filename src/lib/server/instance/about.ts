import type { z } from 'zod';
import { component, counts, says, when } from '../kernel/schema.ts';
import { version } from '../kernel/app-version.ts';
import { householdRow } from '../kernel/household-row.ts';
import { timestamp } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';
import { countItems } from './count-items.ts';

export const About = component('About', {
	instanceName: says('The name of the household.'),
	version: says('The version of Hearth.'),
	startedAt: when('The time the server process started.'),
	memberCount: counts('The number of members.'),
	listCount: counts('The number of lists.'),
	itemCount: counts('The number of items.'),
	storageDriver: says('The database: sqlite or postgresql.'),
	storageBytes: counts('The size of the database, in bytes.'),
	licence: says('The licence under which Hearth is used.')
});

export type About = z.infer<typeof About>;

export async function getAbout(unit: Unit): Promise<About> {
	const { db, read, dialect } = unit;
	const row = await householdRow(read);
	return {
		instanceName: row?.name ?? '',
		version,
		startedAt: timestamp(startedAt),
		memberCount: await db.member.count({ where: { removedAt: null } }),
		listCount: await db.list.count({ where: { deletedAt: null } }),
		itemCount: await countItems(unit),
		storageDriver: dialect.name,
		storageBytes: await storageBytes(unit),
		licence
	};
}

/** The grant under which this program is used, as its package says. */
const licence = 'UNLICENSED';

/** When this process started, not the household. */
const startedAt = new Date(Date.now() - process.uptime() * 1000);

async function storageBytes({ read, dialect }: Unit): Promise<number> {
	const [row] = await read.query<{ bytes: bigint }>(dialect.storageBytes);
	return Number(row?.bytes ?? 0);
}
