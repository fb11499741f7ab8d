import { getGroups, type Group } from '../groups/groups.ts';
import { type Unit } from '../kernel/unit.ts';
import { type Member } from '../kernel/member.ts';
import { asMember } from '../kernel/member-row.ts';
import { byName } from '../kernel/by-name.ts';

/** Everyone in the household, by name. */
export async function getMembers(unit: Unit): Promise<{ members: Member[] }> {
	return { members: byName(await unit.db.member.findMany({ where: present })).map(asMember) };
}

/** Everyone in the household, and the groups they are in. */
export async function getPeople(unit: Unit): Promise<{ members: Member[]; groups: Group[] }> {
	return { ...(await getMembers(unit)), ...(await getGroups(unit)) };
}

export const present = { removedAt: null };
