import type { z } from 'zod';
import { component, named, says, when, whether } from '../kernel/schema.ts';
import { sql, type Sql } from '../data/sql.ts';
import { activityKinds, activityOutcomes } from '../kernel/change-event.ts';
import { timestamp } from '../kernel/text.ts';
import { sentenceOf } from '../kernel/saying.ts';
import { inReach } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { markRead } from './store.ts';

export const Activity = component('Activity', {
	uid: says('The uid of the entry.'),
	kind: named(
		[...activityKinds, 'ACTIVITY_KIND_UNSPECIFIED'],
		'ActivityKind',
		'What an activity entry is about.'
	),
	text: says('A sentence that says what happened.'),
	targetUid: says('The uid of the request, list, item, token or session that the entry is about.'),
	createdAt: when('The time of the event.'),
	unread: whether(
		'Whether the entry is new to you: you have neither marked it as read nor done what it asks for.'
	),
	outcome: named(
		[...activityOutcomes, 'ACTIVITY_OUTCOME_UNSPECIFIED'],
		'ActivityOutcome',
		'The decision on a request; ACTIVITY_OUTCOME_UNSPECIFIED while it is undecided, and for entries that are not about a request.'
	)
});

export type Activity = z.infer<typeof Activity>;

/** Visitors can cause any number of entries, so only this many of the newest are shown and counted. */
const mostShown = 200;

/** The calling member's entries, read and unread, newest first. Entries about what they can no longer reach are left out. */
export async function getActivity(
	unit: Unit
): Promise<{ activity: Activity[]; unreadCount: number }> {
	const rows = await unit.read.query<Row>(newest(unit));
	const activity = rows.map(asActivity);
	return { activity, unreadCount: activity.filter(({ unread }) => unread).length };
}

/** The `unreadCount` of `getActivity` alone, in SQL. */
export const countUnread = (unit: Unit): Sql =>
	sql`(SELECT COUNT(*) FROM (${newest(unit)}) shown WHERE shown."readAt" IS NULL)`;

export async function markActivityRead(unit: Unit): Promise<void> {
	const memberUid = actor(unit).member.uid;
	if ((await markRead(unit, memberUid)) > 0)
		unit.record({ kind: 'activity.changed', toUid: memberUid });
}

type Row = Pick<Activity, 'uid' | 'kind' | 'text' | 'targetUid' | 'outcome'> & {
	createdAt: Date | string;
	readAt: Date | string | null;
};

function newest(unit: Unit): Sql {
	return sql`SELECT a."uid", a."kind", a."text", a."targetUid", a."createdAt", a."readAt", a."outcome"
		FROM "Activity" a WHERE a."memberUid" = ${actor(unit).member.uid} AND ${stillTheirs(unit)}
		ORDER BY a."createdAt" DESC, a."uid" LIMIT ${mostShown}`;
}

/**
 * Leaves out entries about a list or item that is out of reach now, requests where the member is no longer an admin, and requests
 * for a new password from people who are not known here.
 */
function stillTheirs(unit: Unit): Sql {
	const caller = actor(unit);
	const isAdmin = caller.member.isAdmin ? sql`TRUE` : sql`FALSE`;
	return sql`CASE a."kind"
		WHEN 'ACTIVITY_KIND_TOKEN_USED' THEN TRUE
		WHEN 'ACTIVITY_KIND_SIGN_IN' THEN TRUE
		WHEN 'ACTIVITY_KIND_PASSWORD_RESET' THEN TRUE
		WHEN 'ACTIVITY_KIND_LIST_SHARED' THEN EXISTS (
			SELECT 1 FROM "List" l WHERE l."uid" = a."targetUid" AND ${inReach(caller)})
		WHEN 'ACTIVITY_KIND_CONFLICT' THEN EXISTS (
			SELECT 1 FROM "Item" i JOIN "List" l ON l."uid" = i."listUid"
			WHERE i."uid" = a."targetUid" AND i."deletedAt" IS NULL AND ${inReach(caller)})
		WHEN 'ACTIVITY_KIND_JOIN_REQUEST' THEN ${isAdmin}
		WHEN 'ACTIVITY_KIND_RESET_REQUEST' THEN ${isAdmin} AND EXISTS (
			SELECT 1 FROM "ResetRequest" r WHERE r."uid" = a."targetUid" AND r."memberUid" IS NOT NULL)
		ELSE FALSE END`;
}

function asActivity(row: Row): Activity {
	return {
		uid: row.uid,
		kind: activityKinds.find((kind) => kind === row.kind) ?? 'ACTIVITY_KIND_UNSPECIFIED',
		text: sentenceOf(row.text),
		targetUid: row.targetUid,
		createdAt: timestamp(row.createdAt),
		unread: !row.readAt,
		outcome:
			activityOutcomes.find((outcome) => outcome === row.outcome) ?? 'ACTIVITY_OUTCOME_UNSPECIFIED'
	};
}
