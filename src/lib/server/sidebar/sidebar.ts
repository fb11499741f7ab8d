import { z } from 'zod';
import { reused } from '../../client/format/reused.ts';
import { countUnread } from '../activity/activity.ts';
import { memoised } from '../data/read-cache.ts';
import { sql, type Flag } from '../data/sql.ts';
import { countDue } from '../items/dated.ts';
import { says } from '../kernel/schema.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { linksAsJson } from '../lists/lists.ts';
import { waitingAsJson } from '../requests/decide.ts';

export const Link = z.object({
	uid: says('The uid of the list.'),
	name: says('The name of the list.'),
	openCount: z.int()
});

type Link = z.infer<typeof Link>;

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

/** The lists are frozen, because equal text gives the same ones to several requests. */
const linksOf = memoised((json) => reused(linksIn(json)));

function linksIn(json: string): Record<'pinned' | 'mine' | 'shared', Link[]> {
	const rows: [uid: string, name: string, openCount: number, isPinned: Flag, isOwner: Flag][] =
		JSON.parse(json);
	const links = { pinned: [] as Link[], mine: [] as Link[], shared: [] as Link[] };
	for (const [uid, name, openCount, isPinned, isOwner] of rows)
		links[isPinned ? 'pinned' : isOwner ? 'mine' : 'shared'].push({ uid, name, openCount });
	return links;
}

function waitingIn(json: string): Waiting[] {
	const rows: [asks: Waiting['asks'], name: string][] = JSON.parse(json);
	return rows.map(([asks, name]) => ({ name, asks }));
}
