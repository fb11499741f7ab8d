import { error } from '@sveltejs/kit';
import { tokens } from '$lib/server/tokens/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { isAdmin } from '../../../admins.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ tokens: own }, { tokens: revocable }] = await Promise.all([
		ask(event, tokens.getAccessTokens),
		// An admin may revoke anybody's.
		ask(event, tokens.getAccessTokens, { all: isAdmin(event) })
	]);
	const token = revocable.find(({ uid }) => uid === event.params.tokenUid);
	if (!token) error(404, m.this_token_is_missing());
	const isOwn = own.some(({ uid }) => uid === token.uid);
	return { uid: token.uid, name: token.name, isUsed: token.lastUsedAt !== '', isOwn };
};

export const actions: Actions = {
	default: form(tokens.revokeAccessToken, { to: () => '/settings/tokens?said=revoked' })
};
