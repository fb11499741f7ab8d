import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { visitorUnits } from './length.ts';
import { component, line, named, says, when, whether } from './schema.ts';

export const roles = ['ROLE_ADMIN', 'ROLE_MEMBER'] as const;
export const Role = named(
	roles,
	'Role',
	'The role of a member. An admin also manages the household.',
	() => m.role_unknown({ choices: roles.join(', ') })
);
export type Role = z.infer<typeof Role>;

/** A member as pages, REST and assistants show them. */
export const Member = component('Member', {
	uid: says('The uid of the member.'),
	name: says('The name of the member.'),
	email: says('The email address the member signs in with.'),
	role: Role,
	mustChangePassword: whether('Whether the member still has a temporary password to replace.'),
	createdAt: when('The time the member joined.'),
	lastSignedInAt: when('The time the member last signed in.')
});

export type Member = z.infer<typeof Member>;

export const memberName = line(m.field_member_name, { most: 100, units: visitorUnits });
