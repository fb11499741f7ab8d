import type { z } from 'zod';
import type { lists } from '$lib/server/lists/operations';
import type { tokens } from '$lib/server/tokens/operations';
import { sharingWords } from '$lib/client/format/sharing';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';
import * as m from '$lib/paraglide/messages';

/** An access token as a line of the page says it. */
export function asRow(token: AccessToken, isOwn: boolean, now: Date, zone: string) {
	const { uid, name, abilities, allLists, listNames, lastUsedAt, expiresAt, memberName } = token;
	const isOver = expiresAt !== '' && Date.parse(expiresAt) <= now.getTime();
	return {
		uid,
		name,
		isOwn,
		memberName,
		may: mayWords(abilities),
		allLists,
		listNames,
		used: lastUsedAt ? m.token_used({ when: relativeTime(lastUsedAt, now) }) : m.never_used(),
		until: untilWhen(expiresAt, isOver, zone),
		isOver
	};
}

/** A list to tick, with who sees it. */
export function asChoice(list: List, household: string, names: string[] | undefined) {
	const { uid, name, sharing } = list;
	return {
		uid,
		name,
		seenBy: sharingWords(list, household, names),
		isShared: sharing !== 'SHARING_PRIVATE'
	};
}

function mayWords({ read, write, delete: remove }: AccessToken['abilities']): string {
	return [read && m.may_read(), write && m.may_write(), remove && m.may_delete()]
		.filter(Boolean)
		.join(' · ');
}

function untilWhen(expiresAt: string, isOver: boolean, zone: string): string {
	if (!expiresAt) return m.never_expires();
	const day = dayOf(expiresAt, zone);
	return isOver ? m.token_expired_on({ day }) : m.token_until({ day });
}

type AccessToken = z.output<typeof tokens.getAccessTokens.output>['tokens'][number];
type List = z.output<typeof lists.getLists.output>['lists'][number];
