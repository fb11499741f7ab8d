import { z } from 'zod';
import { may } from '../kernel/caller.ts';
import { List } from '../lists/list.ts';
import { getLists } from '../lists/lists.ts';
import { Member } from '../kernel/member.ts';
import { memberOf } from '../kernel/member-row.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { endOfCredential } from './end-of-credential.ts';

export const Reach = z.object({
	member: Member,
	abilities: z.object({ read: z.boolean(), write: z.boolean(), delete: z.boolean() }),
	allLists: z.boolean(),
	expiresAt: z.string(),
	lists: z.array(
		List.pick({ uid: true, name: true, canEdit: true, isOwner: true, archivedAt: true })
	)
});

/** Whom the caller acts for, what this credential may do and until when, and, where it may read, which lists it reaches. */
export async function getReach(unit: Unit): Promise<z.infer<typeof Reach>> {
	const caller = actor(unit);
	return {
		member: await memberOf(unit.db, caller.member.uid),
		abilities: {
			read: may(caller, 'read'),
			write: may(caller, 'write'),
			delete: may(caller, 'delete')
		},
		allLists: caller.by !== 'token' || caller.token.allLists,
		expiresAt: await endOfCredential(unit),
		lists: may(caller, 'read') ? await reachedLists(unit) : []
	};
}

/** The lists in reach, archived ones last. */
async function reachedLists(unit: Unit): Promise<List[]> {
	const { lists } = await getLists(unit, {});
	const { lists: archived } = await getLists(unit, { status: 'LIST_STATUS_ARCHIVED' });
	return [...lists, ...archived];
}
