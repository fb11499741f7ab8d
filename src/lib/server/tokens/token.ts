import { z } from 'zod';
import type { Prisma } from '../data/client.ts';
import { component, says, when, whether } from '../kernel/schema.ts';
import { timestamp } from '../kernel/text.ts';

/** An access token as it is listed: never its secret. */
export const AccessToken = component('AccessToken', {
	uid: says('The uid of the token, which is not a credential.'),
	name: says('The name that the member gave the token.'),
	abilities: component('Abilities', {
		read: whether('Whether the token may read.'),
		write: whether('Whether the token may create, change, tick, move, share and restore.'),
		delete: whether('Whether the token may delete lists and items.')
	}),
	listNames: z.array(z.string()).meta({
		description: 'The names of the lists that the token was given, as far as you reach them.'
	}),
	allLists: whether('Whether the token reaches every list that its member reaches.'),
	expiresAt: when('The time the token expires.'),
	lastUsedAt: when('The time the token was last used, to the minute.'),
	createdAt: when('The time the token was created.'),
	memberName: says('The name of the member whose token it is.')
});

export type AccessToken = z.infer<typeof AccessToken>;

/** The include for a row that `asAccessToken` takes. */
export const withMemberName = { member: { select: { name: true } } } as const;

type TokenRow = Prisma.AccessTokenGetPayload<{ include: typeof withMemberName }>;

export function asAccessToken(row: TokenRow, listNames: string[]): AccessToken {
	return {
		uid: row.uid,
		name: row.name,
		abilities: { read: row.canRead, write: row.canWrite, delete: row.canDelete },
		listNames,
		allLists: row.allLists,
		expiresAt: timestamp(row.expiresAt),
		lastUsedAt: timestamp(row.lastUsedAt),
		createdAt: timestamp(row.createdAt),
		memberName: row.member.name
	};
}
