import { error, type RequestEvent } from '@sveltejs/kit';
import type { AnyOperation } from '$lib/server/kernel/operation';

type Asked = Pick<RequestEvent, 'locals'>;

/** Whether this caller may do what only admins may: an admin who is signed in in a browser, and past a temporary password. */
export function isAdmin({ locals: { caller } }: Asked): boolean {
	return caller.by === 'session' && caller.member.isAdmin && !caller.member.mustChangePassword;
}

/** Refuses to open the page of a form that only admins may send, in the words with which the form would be refused. */
export function forAdmins(event: Asked, { access }: Pick<AnyOperation, 'access'>): void {
	if (!isAdmin(event) && 'refusal' in access) error(403, access.refusal({ to: 'member' }));
}
