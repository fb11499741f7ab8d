import type { RequestEvent } from '@sveltejs/kit';
import { dayOf, relativeTime } from '../../client/format/relative-time.ts';
import * as m from '../../paraglide/messages.js';
import { perform } from '../kernel/perform.ts';
import { trash } from '../trash/operations.ts';
import { timeZoneOf } from './time-zone.ts';

/**
 * The list or item in the trash that the address names, or the list of that item, where this caller could restore it.
 * Every missing address is looked up alike, so the time tells nobody else that the thing is in the trash.
 */
export async function inTrash(event: RequestEvent): Promise<App.Error['trashed']> {
	const { household, caller } = event.locals;
	const uid = event.params.itemUid ?? event.params.listUid;
	if (!uid) return undefined;
	const { output } = await perform(household, trash.findInTrash, caller, () => ({ uid }));
	const { entry } = output;
	return entry ? { ...entry, words: deletedWords(event, entry) } : undefined;
}

type Deleted = Record<'deletedAt' | 'deletedByName' | 'deletedViaToken' | 'purgeAt', string>;

/** Who deleted it and when, and until when it can be restored. */
export function deletedWords(
	event: Pick<RequestEvent, 'cookies' | 'locals'>,
	{ deletedAt, deletedByName: name, deletedViaToken: token, purgeAt }: Deleted
): string {
	const when = relativeTime(deletedAt, event.locals.household.clock());
	const byNobody = token ? m.deleted_via({ token, when }) : m.deleted_when({ when });
	const bySomebody = token ? m.deleted_by_via({ name, token, when }) : m.deleted_by({ name, when });
	const goes = m.gone_for_good_on({ day: dayOf(purgeAt, timeZoneOf(event)) });
	return `${name ? bySomebody : byNobody} · ${goes}`;
}
