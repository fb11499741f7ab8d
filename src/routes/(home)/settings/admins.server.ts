import { error, type RequestEvent } from '@sveltejs/kit';
import type { AnyOperation } from '$lib/server/kernel/operation';

type Asked = Pick<RequestEvent, 'locals'>;

/** In a browser, and past a temporary password: so may this caller do what is an admin's to do. */
export function isAdmin({ locals: { caller } }: Asked): boolean {
	return caller.by === 'session' && caller.member.isAdmin && !caller.member.mustChangePassword;
}

/** Opening the page of a form that only admins may send says so at once, in the words that sending it would. */
export function forAdmins(event: Asked, { access }: Pick<AnyOperation, 'access'>): void {
	if (!isAdmin(event) && 'refusal' in access) error(403, access.refusal({ to: 'member' }));
}
