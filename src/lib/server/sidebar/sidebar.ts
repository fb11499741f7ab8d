import { countUnread } from '../activity/activity.ts';
import { sql } from '../data/sql.ts';
import { countDue } from '../items/dated.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { linksAsJson } from '../lists/lists.ts';
import { waitingAsJson } from '../requests/decide.ts';
import { linksOf } from './links.ts';

export const asks = ['join', 'reset'] as const;

type Waiting = { name: string; asks: (typeof asks)[number] };

/** What stands beside every page of a member: one query, because every page waits for it. */
export async function getSidebar(unit: Unit, { today }: { today: string }) {
	const [row] = await unit.read.query<Row>(sql`
		SELECT (SELECT "name" FROM "Instance" WHERE "id" = 1) AS "household", ${linksAsJson(unit)} AS "links",
			${countDue(unit, today)} AS "todayCount", ${countUnread(unit)} AS "unreadCount",
			${mayDecide(unit) ? waitingAsJson(unit) : sql`'[]'`} AS "waiting"`);
	return {
		household: row?.household ?? '',
		...linksOf(row?.links ?? '[]'),
		todayCount: Number(row?.todayCount ?? 0),
		unreadCount: Number(row?.unreadCount ?? 0),
		waiting: waitingIn(row?.waiting ?? '[]')
	};
}

type Row = {
	household: string | null;
	links: string;
	todayCount: bigint | number;
	unreadCount: bigint | number;
	waiting: string;
};

/** Only a caller who may decide a request sees that it waits. */
function mayDecide(unit: Unit): boolean {
	const caller = actor(unit);
	return caller.by === 'session' && caller.member.isAdmin;
}

function waitingIn(json: string): Waiting[] {
	const rows: [asks: Waiting['asks'], name: string][] = JSON.parse(json);
	return rows.map(([asks, name]) => ({ name, asks }));
}
