import { error, type RequestEvent } from '@sveltejs/kit';
import { groups } from '$lib/server/groups/operations';
import type { AnyOperation } from '$lib/server/kernel/operation';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { forAdmins } from '../admins.server';

/** The group that the address names, for a page with something that only an admin may do to the group. */
export async function loadGroup(event: RequestEvent, operation: Pick<AnyOperation, 'access'>) {
	const { groups: all } = await ask(event, groups.getGroups);
	forAdmins(event, operation);
	const group = all.find(({ uid }) => uid === event.params.groupUid);
	return group ?? error(404, m.this_group_is_missing());
}
