import { sql, type Flag, type Sql } from '../data/sql.ts';
import { may, type MemberCaller } from './caller.ts';

type Reached = { ownerUid: string; sharing: string; sharedEdit: Flag };

export function owns(caller: MemberCaller, list: Reached): boolean {
	return list.ownerUid === caller.member.uid;
}

/** Whether this member owns a list in reach, or it is shared to be changed and not only seen. */
export function isSharedToEdit(caller: MemberCaller, list: Reached): boolean {
	return owns(caller, list) || (list.sharing !== 'SHARING_PRIVATE' && Boolean(list.sharedEdit));
}

/** `isSharedToEdit` for `"List" l`, in SQL. */
export const sharedToEdit = ({ member }: MemberCaller): Sql =>
	sql`(l."ownerUid" = ${member.uid} OR (l."sharing" <> 'SHARING_PRIVATE' AND l."sharedEdit"))`;

/** Whether this caller may change what is on a list in reach. */
export function mayEdit(caller: MemberCaller, list: Reached): boolean {
	return may(caller, 'write') && isSharedToEdit(caller, list);
}
