import { error, type RequestEvent } from '@sveltejs/kit';
import { tokens } from '$lib/server/tokens/operations';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';

/**
 * The token that the address names, if it is the caller's own. What a token did is shown to its own member alone; an admin may only
 * revoke it.
 */
export async function ownToken(event: RequestEvent<{ tokenUid: string }>) {
	const { tokens: own } = await ask(event, tokens.getAccessTokens);
	const token = own.find(({ uid }) => uid === event.params.tokenUid);
	return token ?? error(404, m.this_token_is_missing());
}
