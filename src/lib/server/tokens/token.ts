import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { flag, isMoment, line, says, when, whether } from '../kernel/schema.ts';
import { aMoment } from '../kernel/patterns.ts';
import { timestamp } from '../kernel/text.ts';

/** An access token as it is listed: never its secret. */
export const AccessToken = z
	.object({
		uid: says('Identifies the token; it opens nothing.'),
		name: says('What its member calls it.'),
		abilities: z
			.object({
				read: whether('May see.'),
				write: whether('May create, change, tick, move, share and restore.'),
				delete: whether('May remove lists and items.')
			})
			.meta({ id: 'Abilities' }),
		listNames: z
			.array(z.string())
			.meta({ description: 'The lists it was given, as far as you see them.' }),
		allLists: whether('Whether it reaches every list that its member does.'),
		expiresAt: when('From when on it opens nothing.'),
		lastUsedAt: when('When it was last used, to the minute.'),
		createdAt: when('When it was made.'),
		memberName: says('Whose it is.')
	})
	.meta({ id: 'AccessToken' });

export type AccessToken = z.infer<typeof AccessToken>;

export const tokenName = line(m.field_token_name, { most: 100 });

export const Abilities = z
	.object(
		{
			read: flag(m.field_read).optional(),
			write: flag(m.field_write).optional(),
			delete: flag(m.field_delete).optional()
		},
		{ error: m.abilities_malformed }
	)
	.meta({
		id: 'NewAbilities',
		description: 'What the token may do: at least one of them is true.'
	});

/** RFC 3339, or "" for a token that never expires. */
export const expiresAt = z
	.string({
		error: (issue) => (issue.input === undefined ? m.expiry_needed() : m.expiry_not_timestamp())
	})
	.refine((text) => text === '' || isMoment(text), { error: m.expiry_malformed })
	.meta({
		description: 'Until when it works, in the future: RFC 3339, or "" for ever.',
		pattern: `^(${aMoment})?$`
	});

type TokenRow = {
	uid: string;
	name: string;
	canRead: boolean;
	canWrite: boolean;
	canDelete: boolean;
	allLists: boolean;
	createdAt: Date;
	expiresAt: Date | null;
	lastUsedAt: Date | null;
	member: { name: string };
};

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
