import { newUid } from '../kernel/secrets.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { unpublish } from '../kernel/unpublish.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, deletionBy, type Unit } from '../kernel/unit.ts';
import { asList, asWholeList, type List } from './list.ts';
import type { Named } from './resolve-name.ts';
import { lockHousehold, lockList } from '../data/locks.ts';
import { loadOwnList, loadList } from './load.ts';

/** A new list is private and active. One that a scoped token makes joins that token's scope. */
export async function createList(unit: Unit, { name }: { name: string }): Promise<{ list: List }> {
	const caller = actor(unit);
	const uid = newUid('lst');
	await unit.db.list.create({
		data: {
			uid,
			ownerUid: caller.member.uid,
			name,
			nameWords: wordsOf(name),
			createdAt: unit.now,
			updatedAt: unit.now
		}
	});
	await joinScope(unit, caller, uid);
	unit.record({ kind: 'list.created', listUid: uid });
	return { list: asWholeList(await loadList(unit, uid), caller) };
}

export async function renameList(
	unit: Unit,
	{ listUid, name }: { listUid: string; name: string }
): Promise<{ list: List }> {
	await lockList(unit, { listUid });
	const list = await loadOwnList(unit, listUid, 'rename it');
	if (list.name === name) return { list: asList(list, actor(unit)) };
	await unit.db.list.update({
		where: { uid: listUid },
		data: { name, nameWords: wordsOf(name), updatedAt: unit.now }
	});
	unit.record({ kind: 'list.changed', listUid, was: { name: list.name } });
	return listAnswer(unit, listUid);
}

/** Archiving keeps the items and is reversible, but for the public page; doing it twice changes nothing. */
export async function archiveList(
	unit: Unit,
	{ listUid, archived }: { listUid: string; archived: boolean }
): Promise<{ list: List }> {
	await lockHousehold(unit);
	await lockList(unit, { listUid });
	const list = await loadOwnList(unit, listUid, archived ? 'archive it' : 'bring it back');
	if (Boolean(list.archivedAt) === archived) return { list: asList(list, actor(unit)) };
	const mark = archived
		? { archivedAt: unit.now, archivedByUid: actor(unit).member.uid }
		: { archivedAt: null, archivedByUid: null };
	await unit.db.list.update({ where: { uid: listUid }, data: { ...mark, updatedAt: unit.now } });
	if (archived) await unpublish(unit, { uid: listUid });
	unit.record({
		kind: archived ? 'list.archived' : 'list.restored',
		listUid,
		was: { archived: !archived }
	});
	return listAnswer(unit, listUid);
}

/** Into the trash, where its items go with it. */
export async function deleteList(
	unit: Unit,
	{ listUid }: { listUid: string }
): Promise<{ lists: Named[] }> {
	await lockHousehold(unit);
	await lockList(unit, { listUid });
	const { name } = await loadOwnList(unit, listUid, 'delete it');
	await unit.db.list.update({ where: { uid: listUid }, data: deletionBy(unit) });
	await unpublish(unit, { uid: listUid });
	unit.record({ kind: 'list.deleted', listUid });
	return { lists: [{ uid: listUid, name }] };
}

/** The caller's own pin; nobody else sees it. */
export async function pinList(
	unit: Unit,
	{ listUid, pinned }: { listUid: string; pinned: boolean }
): Promise<Record<string, never>> {
	const list = await loadList(unit, listUid);
	if (Boolean(list.isPinned) === pinned) return {};
	const pin = { listUid, memberUid: actor(unit).member.uid };
	if (pinned)
		await unit.db.pin.upsert({ where: { listUid_memberUid: pin }, create: pin, update: {} });
	else await unit.db.pin.deleteMany({ where: pin });
	unit.record({ kind: 'pin.changed', listUid });
	return {};
}

export async function listAnswer(unit: Unit, listUid: string): Promise<{ list: List }> {
	return { list: asList(await loadList(unit, listUid), actor(unit)) };
}

async function joinScope(unit: Unit, caller: MemberCaller, listUid: string): Promise<void> {
	if (caller.by !== 'token' || caller.token.allLists) return;
	await unit.db.tokenList.create({ data: { tokenUid: caller.token.uid, listUid } });
}
