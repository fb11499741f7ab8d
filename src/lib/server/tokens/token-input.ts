import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { aMoment } from '../kernel/patterns.ts';
import { line, flag, isMoment } from '../kernel/schema.ts';

export const tokenName = line(m.field_token_name, { most: 100 });

export const Abilities = z
	.object(
		{
			read: flag(m.field_read, 'Whether the token may read.').optional(),
			write: flag(
				m.field_write,
				'Whether the token may create, change, tick, move, share and restore.'
			).optional(),
			delete: flag(m.field_delete, 'Whether the token may delete lists and items.').optional()
		},
		{ error: m.abilities_malformed }
	)
	.meta({
		id: 'AbilitiesInput',
		description: 'The permissions of the token. At least one of them has to be true.'
	});

/** RFC 3339, or "" for a token that never expires. */
export const expiresAt = z
	.string({
		error: (issue) => (issue.input === undefined ? m.expiry_needed() : m.expiry_malformed())
	})
	.refine((text) => text === '' || isMoment(text), { error: m.expiry_malformed })
	.meta({
		description: 'The time the token expires, in the future: RFC 3339, or "" for never.',
		pattern: `^(${aMoment})?$`
	});
