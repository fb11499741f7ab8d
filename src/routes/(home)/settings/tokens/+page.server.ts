import { instance } from '$lib/server/instance/operations';
import { lists } from '$lib/server/lists/operations';
import { tokens } from '$lib/server/tokens/operations';
import { ownOrigin } from '$lib/server/http/address';
import { timeZoneOf } from '$lib/server/http/time-zone';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { typed } from '$lib/server/http/text';
import { isAdmin } from '../admins.server';
import { expiryOf, expiries } from './expiry';
import { asChoice, asRow } from './rows';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const canSeeAll = isAdmin(event);
	const all = canSeeAll && event.url.searchParams.get('all') === 'true';
	const [{ tokens: own }, everybodys, { lists: inReach }, { shared }, { name: household }] =
		await Promise.all([
			ask(event, tokens.getAccessTokens),
			all ? ask(event, tokens.getAccessTokens, { all }) : undefined,
			ask(event, lists.getLists),
			ask(event, lists.getSharedNames),
			ask(event, instance.getInstance)
		]);
	const shown = everybodys?.tokens ?? own;
	const ownUids = new Set(own.map(({ uid }) => uid));
	const namesOn = new Map(shared.map(({ listUid, names }) => [listUid, names]));
	const now = event.locals.household.clock();
	const zone = timeZoneOf(event);
	return {
		tokens: shown.map((token) => asRow(token, ownUids.has(token.uid), now, zone)),
		all,
		canSeeAll,
		lists: inReach.map((list) => asChoice(list, household, namesOn.get(list.uid))),
		expiries: expiries(now, zone),
		address: ownOrigin(event)
	};
};

/** Answers with the page itself: the secret is shown in this one answer, never has an address, and is in no second one. */
export const actions: Actions = {
	default: async (event) => {
		const fields = await fieldsOf(event);
		const now = event.locals.household.clock();
		const given = () => ({
			...typed(tokens.makeAccessToken.input, fields),
			expiresAt: expiryOf(fields.get('until'), now)
		});
		try {
			const { token, secret } = await submit(event, tokens.makeAccessToken, given, fields);
			const tryAt = token.abilities.read ? '/api/v1/lists' : '/api/v1/auth/me';
			return secret ? { made: { name: token.name, secret, tryAt } } : { madeBefore: true };
		} catch (error) {
			const back = { listUids: fields.getAll('listUids') };
			return refusedForm(event, error, 'makeAccessToken', fields, back);
		}
	}
};
