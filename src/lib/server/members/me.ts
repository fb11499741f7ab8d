import { type Member } from '../kernel/member.ts';
import { asMember, memberOf } from '../kernel/member-row.ts';
import { fold } from '../kernel/text.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import { refuseLookAlike } from './look-alike.ts';
import { refuseTakenEmail, type NewMember } from './add.ts';

export async function getMe(unit: Unit): Promise<{ member: Member }> {
	return { member: await memberOf(unit.db, actor(unit).member.uid) };
}

/** The calling member's own name and email; nobody edits another. */
export async function changeMe(
	unit: Unit,
	{ name, email }: Partial<Pick<NewMember, 'name' | 'email'>>
): Promise<{ member: Member }> {
	const { uid, name: former } = actor(unit).member;
	// A form sends the name with the email, and an admin may have given two members the same one.
	if (name !== undefined && name !== former) await refuseLookAlike(unit, name, uid);
	if (email !== undefined) await refuseTakenEmail(unit, email, uid);
	const row = await unit.db.member.update({
		where: { uid },
		data: { name, email, emailFolded: email && fold(email) }
	});
	// Items name who added and who ticked them.
	unit.record({ kind: 'members.changed', ...(name === undefined ? {} : { everyItem: true }) });
	return { member: asMember(row) };
}
