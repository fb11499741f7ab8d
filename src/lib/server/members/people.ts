import { getGroups, type Group } from '../groups/groups.ts';
import type { Member } from '../kernel/member.ts';
import type { Unit } from '../kernel/unit.ts';
import { getMembers } from './members.ts';

/** Everyone in the household, and the groups they are in. */
export async function getPeople(unit: Unit): Promise<{ members: Member[]; groups: Group[] }> {
	return { ...(await getMembers(unit)), ...(await getGroups(unit)) };
}
