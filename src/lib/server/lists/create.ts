import type { MemberCaller } from '../kernel/caller.ts';
import { newUid } from '../kernel/secrets.ts';
import { wordsOf } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { asWholeList, type List } from './list.ts';
import { loadList } from './load.ts';

/** A new list is private and active. One that a scoped token makes joins that token's scope. */
export async function createList(
	unit: Unit,
	{ name, addsOnTop = false }: { name: string; addsOnTop?: boolean }
): Promise<{ list: List }> {
	const caller = actor(unit);
	const uid = newUid('lst');
	await unit.db.list.create({
		data: {
			uid,
			ownerUid: caller.member.uid,
			name,
			nameWords: wordsOf(name),
			addsOnTop,
			createdAt: unit.now,
			updatedAt: unit.now
		}
	});
	await joinScope(unit, caller, uid);
	unit.record({ kind: 'list.created', listUid: uid });
	return { list: asWholeList(await loadList(unit, uid), caller) };
}

async function joinScope(unit: Unit, caller: MemberCaller, listUid: string): Promise<void> {
	if (caller.by !== 'token' || caller.token.allLists) return;
	await unit.db.tokenList.create({ data: { tokenUid: caller.token.uid, listUid } });
}
