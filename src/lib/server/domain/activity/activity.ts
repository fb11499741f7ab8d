import { z } from 'zod';
import { says, when, whether } from '../fields.ts';
import { Prisma } from '../../platform/database.ts';
import { activityKinds, activityOutcomes, type ActivityKind } from '../change.ts';
import { timestamp } from '../text.ts';
import { inReach } from '../reach.ts';
import { actor, type Unit } from '../unit.ts';

export const Activity = z
	.object({
		uid: says('Identifies the entry.'),
		kind: z.enum([...activityKinds, 'ACTIVITY_KIND_UNSPECIFIED']),
		text: says('What happened, in a sentence.'),
		targetUid: says('The request, list or token it is about.'),
		createdAt: when('When it happened.'),
		unread: whether('Whether it came after you last marked all as read.'),
		outcome: z.enum([...activityOutcomes, 'ACTIVITY_OUTCOME_UNSPECIFIED'])
	})
	.meta({ id: 'Activity' });

export type Activity = z.infer<typeof Activity>;

/** What waits for the calling member's attention and what did, newest first. What they can no longer reach is not named. */
export async function getActivity(
	unit: Unit
): Promise<{ activity: Activity[]; unreadCount: number }> {
	const rows = await unit.db.activity.findMany({
		where: { memberUid: actor(unit).member.uid },
		orderBy: [{ createdAt: 'desc' }, { uid: 'asc' }]
	});
	const activity = rows.map((row): Activity => ({
		uid: row.uid,
		kind: activityKinds.find((kind) => kind === row.kind) ?? 'ACTIVITY_KIND_UNSPECIFIED',
		text: row.text,
		targetUid: row.targetUid,
		createdAt: timestamp(row.createdAt),
		unread: !row.readAt,
		outcome:
			activityOutcomes.find((outcome) => outcome === row.outcome) ?? 'ACTIVITY_OUTCOME_UNSPECIFIED'
	}));
	const shown = activity.filter(await stillTheirs(unit));
	return { activity: shown, unreadCount: shown.filter(({ unread }) => unread).length };
}

export async function markActivityRead(unit: Unit): Promise<Record<string, never>> {
	const { count } = await unit.db.activity.updateMany({
		where: { memberUid: actor(unit).member.uid, readAt: null },
		data: { readAt: unit.now }
	});
	if (count > 0) unit.record({ kind: 'activity.changed', toUid: actor(unit).member.uid });
	return {};
}

/** Nothing names a list that is out of reach by now, nor a request to somebody who is no admin any more. */
async function stillTheirs(unit: Unit): Promise<(entry: Activity) => boolean> {
	const { isAdmin } = actor(unit).member;
	const reached = await uidsOf(
		unit,
		Prisma.sql`SELECT l."uid" FROM "List" l
			WHERE l."uid" IN (${targets(unit, 'ACTIVITY_KIND_LIST_SHARED')}) AND ${inReach(actor(unit))}`
	);
	const fromMembers = await uidsOf(
		unit,
		Prisma.sql`SELECT r."uid" FROM "ResetRequest" r
			WHERE r."uid" IN (${targets(unit, 'ACTIVITY_KIND_RESET_REQUEST')}) AND r."memberUid" IS NOT NULL`
	);
	return ({ kind, targetUid }) => {
		if (kind === 'ACTIVITY_KIND_LIST_SHARED') return reached.has(targetUid);
		if (kind === 'ACTIVITY_KIND_RESET_REQUEST') return isAdmin && fromMembers.has(targetUid);
		return isAdmin || kind !== 'ACTIVITY_KIND_JOIN_REQUEST';
	};
}

/** Asked for inside the query: anybody at the door can make more of them than a statement takes parameters. */
function targets(unit: Unit, kind: ActivityKind): Prisma.Sql {
	return Prisma.sql`SELECT a."targetUid" FROM "Activity" a
		WHERE a."memberUid" = ${actor(unit).member.uid} AND a."kind" = ${kind}`;
}

async function uidsOf({ db }: Unit, query: Prisma.Sql): Promise<Set<string>> {
	return new Set((await db.$queryRaw<{ uid: string }[]>(query)).map(({ uid }) => uid));
}
