import * as m from '../../paraglide/messages.js';
import { sql, type Flag, type Sql } from '../data/sql.ts';
import { missing } from '../kernel/errors.ts';
import { inReach, type Sharing } from '../kernel/reach.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import {
	asList,
	countedList,
	isPinned,
	openCount,
	type List,
	type ListRow,
	type ListSharing,
	type Named
} from './list.ts';
import { loadOwnList } from './load.ts';

export const listStatuses = [
	'LIST_STATUS_ACTIVE',
	'LIST_STATUS_COMPLETED',
	'LIST_STATUS_ARCHIVED'
] as const;
export const listOrders = ['LIST_ORDER_UPDATED', 'LIST_ORDER_NAME', 'LIST_ORDER_OPEN'] as const;

type Asked = {
	status?: (typeof listStatuses)[number] | undefined;
	order?: (typeof listOrders)[number] | undefined;
};

/** Every list in reach: unless asked otherwise those that are not archived, pinned first, then by latest change. */
export async function getLists(unit: Unit, { status, order }: Asked): Promise<{ lists: List[] }> {
	const caller = actor(unit);
	const { columns, joins } = countedList(unit);
	const rows = await unit.read.query<ListRow>(sql`
		SELECT * FROM (SELECT ${columns}, l."nameWords" FROM "List" l ${joins} WHERE ${inReach(caller)}) reached
		WHERE ${status ? withStatus[status] : unarchived}
		ORDER BY ${order ? byOrder(unit)[order] : byPin}`);
	return { lists: rows.map((row) => asList(row, caller)) };
}

/**
 * The lists that are not archived, the latest change first, with what a link to one shows. In SQL, to be a part of
 * another query.
 */
export function linksAsJson(unit: Unit): Sql {
	const { uid } = actor(unit).member;
	const link = sql`l."uid", l."name", ${openCount}, ${isPinned(uid)}, l."ownerUid" = ${uid}`;
	const all = unit.dialect.jsonOfAll(unit.dialect.jsonRow(link), sql`l."updatedAt" DESC, l."uid"`);
	return sql`(SELECT ${all} FROM "List" l WHERE l."archivedAt" IS NULL AND ${inReach(actor(unit))})`;
}

/** The members and groups that a list is shared with by name. For its owner alone. */
export async function getShares(unit: Unit, { listUid }: { listUid: string }) {
	await loadOwnList(unit, listUid, m.only_owner_sees_sharing);
	const { memberUids, groupUids } = await getSharing(unit, { listUid });
	return { memberUids, groupUids };
}

/** For each of the caller's own lists that is shared by name, the names of those members and groups. */
export async function getSharedNames(unit: Unit): Promise<{ shared: SharedNames[] }> {
	const caller = actor(unit);
	const named = sql`JOIN "List" l ON l."uid" = s."listUid" AND l."sharing" = 'SHARING_SPECIFIC'
		WHERE l."ownerUid" = ${caller.member.uid} AND ${inReach(caller)}`;
	const rows = await unit.read.query<{ listUid: string; name: string }>(sql`
		SELECT s."listUid", n."name" FROM "ListMember" s JOIN "Member" n ON n."uid" = s."memberUid" ${named}
		UNION ALL
		SELECT s."listUid", n."name" FROM "ListGroup" s JOIN "Group" n ON n."uid" = s."groupUid" ${named}
		ORDER BY 1, 2`);
	const byList = Map.groupBy(rows, ({ listUid }) => listUid);
	return {
		shared: [...byList].map(([listUid, all]) => ({ listUid, names: all.map(({ name }) => name) }))
	};
}

type SharedNames = { listUid: string; names: string[] };

/**
 * How a list is shared, for everybody who reaches it, in the fields of `shareList`: what its owner reads can be set again
 * unchanged. Only the owner is told whom it names.
 */
export async function getSharing(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<ListSharing> {
	const [row] = await unit.read.query<SharingRow>(sql`
		SELECT owner."name" AS "ownerName", l."sharing", l."sharedEdit",
			${namedOn(unit, 'Member')} AS "members", ${namedOn(unit, 'Group')} AS "groups",
			EXISTS (SELECT 1 FROM "Instance" n WHERE n."publicListUid" = l."uid") AS "isPublic"
		FROM "List" l JOIN "Member" owner ON owner."uid" = l."ownerUid"
		WHERE l."uid" = ${listUid} AND ${inReach(actor(unit))}`);
	if (!row) throw missing('list');
	const { ownerName, sharing } = row;
	const [members, groups] = [namedIn(row.members), namedIn(row.groups)];
	return {
		ownerName,
		sharing,
		canEdit: Boolean(row.sharedEdit),
		memberUids: members.map(({ uid }) => uid),
		groupUids: groups.map(({ uid }) => uid),
		members,
		groups,
		isPublic: Boolean(row.isPublic)
	};
}

type SharingRow = {
	ownerName: string;
	sharing: Sharing;
	sharedEdit: Flag;
	members: string;
	groups: string;
	isPublic: Flag;
};

/** The members or the groups that `"List" l` names, by uid, where it is shared by name and the caller's own. */
function namedOn(unit: Unit, table: 'Member' | 'Group'): Sql {
	const all = unit.dialect.jsonOfAll(
		unit.dialect.jsonRow(sql`n."uid", n."name"`),
		sql`n."uid" ${unit.dialect.byCodePoint}`
	);
	const shares = sql.raw(
		`"List${table}" s JOIN "${table}" n ON n."uid" = s."${table.toLowerCase()}Uid"`
	);
	return sql`(SELECT ${all} FROM ${shares} WHERE s."listUid" = l."uid"
		AND l."sharing" = 'SHARING_SPECIFIC' AND l."ownerUid" = ${actor(unit).member.uid})`;
}

function namedIn(json: string): Named[] {
	const rows: [uid: string, name: string][] = JSON.parse(json);
	return rows.map(([uid, name]) => ({ uid, name }));
}

const unarchived = sql`"archivedAt" IS NULL`;

/** A list is completed when it has items and all of them are ticked. */
const withStatus = {
	LIST_STATUS_ACTIVE: sql`"archivedAt" IS NULL AND ("openCount" > 0 OR "doneCount" = 0)`,
	LIST_STATUS_COMPLETED: sql`"archivedAt" IS NULL AND "openCount" = 0 AND "doneCount" > 0`,
	LIST_STATUS_ARCHIVED: sql`"archivedAt" IS NOT NULL`
};

const byPin = sql`"isPinned" DESC, "updatedAt" DESC, "uid"`;

const byOrder = ({ dialect }: Unit) => ({
	LIST_ORDER_UPDATED: sql`"updatedAt" DESC, "uid"`,
	LIST_ORDER_NAME: sql`"nameWords" ${dialect.byCodePoint}, "uid"`,
	LIST_ORDER_OPEN: sql`"openCount" DESC, "updatedAt" DESC, "uid"`
});
