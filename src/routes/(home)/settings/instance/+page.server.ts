import { instance } from '$lib/server/instance/operations';
import { lists } from '$lib/server/lists/operations';
import { form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import { sharingWords } from '$lib/client/format/sharing';
import * as m from '$lib/paraglide/messages';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const [{ settings }, { lists: reached }, { shared }] = await Promise.all([
		ask(event, instance.getSettings),
		ask(event, lists.getLists),
		ask(event, lists.getSharedNames)
	]);
	const namesOn = new Map(shared.map(({ listUid, names }) => [listUid, names]));
	const { listUid, listName } = settings.publicList;
	const others = reached
		.filter(
			({ uid, isOwner, sharing }) => uid !== listUid && (isOwner || sharing === 'SHARING_INSTANCE')
		)
		.map((list) => ({
			uid: list.uid,
			name: list.name,
			seenBy: sharingWords(list, settings.name, namesOn.get(list.uid))
		}));
	const published = listUid ? [{ uid: listUid, name: listName, seenBy: m.published_now() }] : [];
	return { settings, lists: [...published, ...others] };
};

export const actions: Actions = {
	default: form(instance.replaceSettings, {
		input: (fields) => ({
			settings: {
				name: fields.get('name') ?? '',
				publicSignup: fields.has('publicSignup'),
				defaultLocale: fields.get('defaultLocale') ?? undefined,
				publicList: {
					listUid: fields.get('listUid') ?? '',
					showNames: fields.has('showNames'),
					showMeta: fields.has('showMeta'),
					allowJoin: fields.has('allowJoin')
				}
			}
		}),
		to: () => '/settings/instance?said=saved'
	})
};
