import type { z } from 'zod';
import type { lists } from '$lib/server/lists/operations';
import type { tokens } from '$lib/server/tokens/operations';
import { sharingWords } from '$lib/client/format/sharing';
import { relativeTime, dayOf } from '$lib/client/format/relative-time';

/** An access token as a line of the page says it. */
export function asRow(token: AccessToken, isOwn: boolean, now: Date, zone: string) {
	const { uid, name, abilities, allLists, listNames, lastUsedAt, expiresAt, memberName } = token;
	const isOver = expiresAt !== '' && Date.parse(expiresAt) <= now.getTime();
	return {
		uid,
		name,
		isOwn,
		memberName,
		may: (['read', 'write', 'delete'] as const).filter((ability) => abilities[ability]).join(' · '),
		allLists,
		listNames: listNames.join(', '),
		used: lastUsedAt ? `used ${relativeTime(lastUsedAt, now)}` : 'never used',
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

function untilWhen(expiresAt: string, isOver: boolean, zone: string): string {
	if (!expiresAt) return 'never expires';
	return `${isOver ? 'expired on' : 'until'} ${dayOf(expiresAt, zone)}`;
}

type AccessToken = z.output<typeof tokens.getAccessTokens.output>['tokens'][number];
type List = z.output<typeof lists.getLists.output>['lists'][number];
