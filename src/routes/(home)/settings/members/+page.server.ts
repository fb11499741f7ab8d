import type { z } from 'zod';
import { members } from '$lib/server/members/operations';
import { fieldsOf, form, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { typed } from '$lib/server/http/text';
import { isAdmin } from '../admins.server';
import { relativeTime } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ members: everyone }, { member: me }] = await Promise.all([
		ask(event, members.getMembers),
		ask(event, members.getMe)
	]);
	const now = event.locals.household.clock();
	return {
		everyone: everyone.map((member) => ({ ...asRow(member, now), isMe: member.uid === me.uid })),
		canDecide: isAdmin(event)
	};
};

export const actions: Actions = {
	role: form(members.changeRole),
	/** Answers with the page itself: the temporary password is shown in this one answer, and never has an address. */
	add: async (event) => {
		const fields = await fieldsOf(event);
		try {
			const given = () => typed(members.addMember.input, fields);
			const { member, temporaryPassword } = await submit(event, members.addMember, given, fields);
			const { name, email } = member;
			return temporaryPassword
				? { added: { name, email, password: temporaryPassword } }
				: { addedBefore: { name } };
		} catch (error) {
			return refusedForm(event, error, 'addMember', fields);
		}
	}
};

type Member = z.output<typeof members.getMembers.output>['members'][number];

function asRow({ uid, name, email, role, mustChangePassword, lastSignedInAt }: Member, now: Date) {
	return {
		uid,
		name,
		email,
		isAdmin: role === 'ROLE_ADMIN',
		hasTemporaryPassword: mustChangePassword,
		seen: lastSignedInAt
			? m.member_signed_in({ when: relativeTime(lastSignedInAt, now) })
			: m.not_signed_in_yet()
	};
}
