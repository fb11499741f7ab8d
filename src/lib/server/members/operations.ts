import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { visitorUnits } from '../kernel/length.ts';
import {
	choice,
	component,
	email,
	line,
	newPassword,
	password,
	says,
	uid,
	when,
	whether
} from '../kernel/schema.ts';
import { Group } from '../groups/groups.ts';
import { Member, memberName, Role } from '../kernel/member.ts';
import { pageFields, pageNumber } from '../kernel/pages.ts';
import { getMembers, getPeople } from './members.ts';
import { changeMe } from './me.ts';
import { changeRole } from './role.ts';
import { removeMember } from './remove.ts';
import { addMember } from './add.ts';
import { endPairIfReplayed, refreshPair } from '../sessions/token-pairs.ts';
import { changePassword, newPasswordHash } from './password.ts';
import {
	endOtherSessions,
	endSession,
	getSessions,
	getSessionsPage
} from '../sessions/sessions.ts';
import { signIn, startSession } from './sign-in.ts';
import { getMe } from './me.ts';
import { memberWithPassword } from './compare-password.ts';
import { signOut } from './sign-out.ts';
import { makeTemporaryPassword } from './temporary-password.ts';
import { examplePassword } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

const tokens = {
	accessToken: says('The access token, to send in the header `Authorization: Bearer …`.'),
	expiresAt: when('The time the access token expires.')
};
const oneMember = z.object({ member: Member });
const nothing = z.object({});
const credentials = z.object({
	email: line(m.field_own_email, { most: 254, units: visitorUnits }),
	password: password(m.field_own_password)
});

const Session = component('Session', {
	uid: says('The uid of the session or the sign-in pair.'),
	device: says('The `User-Agent` of the browser; "" for a program with a sign-in pair.'),
	createdAt: when('The time of the sign-in.'),
	lastUsedAt: when('The time the session was last used, or the pair last refreshed.'),
	isCurrent: whether('Whether the request is sent with this session or pair.')
});

export const members = operations({
	signIn: command({
		summary:
			'Exchanges an email address and a password for a short-lived access token and a refresh cookie.',
		access: { who: 'visitor' },
		address: 'POST /auth/sign-in',
		refuses: ['too-many'],
		input: credentials,
		example: { email: 'ada@mill.test', password: examplePassword },
		secrets: ['accessToken'],
		output: z.object({ ...tokens, member: Member }),
		ignoresKey: true,
		prepare: memberWithPassword,
		run: (unit, _input, compared) => signIn(unit, compared)
	}),
	startSession: command({
		summary: 'Signs a browser in.',
		access: { who: 'visitor' },
		input: credentials,
		output: oneMember,
		ignoresKey: true,
		prepare: memberWithPassword,
		run: (unit, _input, compared) => startSession(unit, compared)
	}),
	refreshPair: command({
		summary: 'Exchanges the refresh cookie for a new access token and replaces the cookie.',
		access: { who: 'visitor' },
		address: 'POST /auth/refresh',
		input: nothing,
		secrets: ['accessToken'],
		output: z.object(tokens),
		ignoresKey: true,
		prepare: endPairIfReplayed,
		run: refreshPair
	}),
	signOut: command({
		summary: 'Ends the session or the sign-in pair of the request; repeating it is fine.',
		access: { who: 'visitor' },
		address: 'POST /auth/sign-out',
		input: nothing,
		output: nothing,
		run: signOut
	}),
	getMe: query({
		summary: 'Returns the member you act for.',
		access: { who: 'member', withTemporaryPassword: true },
		address: 'GET /auth/me',
		input: nothing,
		output: oneMember,
		run: getMe
	}),
	changePassword: command({
		summary: 'Replaces your password and ends all your other sessions and sign-in pairs.',
		access: { who: 'signed-in', withTemporaryPassword: true },
		address: 'POST /auth/password',
		refuses: ['too-many'],
		input: z.object({
			currentPassword: password(m.field_current_password),
			newPassword: newPassword(m.field_new_password)
		}),
		example: { currentPassword: examplePassword, newPassword: 'another horse, another battery' },
		output: oneMember,
		ignoresKey: true,
		prepare: newPasswordHash,
		run: (unit, _input, hashes) => changePassword(unit, hashes)
	}),
	getSessions: query({
		summary: 'Lists the browsers and programs you are signed in with, most recently used first.',
		access: { who: 'signed-in' },
		address: 'GET /sessions',
		input: nothing,
		output: z.object({ sessions: z.array(Session) }),
		run: getSessions
	}),
	getSessionsPage: query({
		summary: 'Lists a page of the browsers and programs you are signed in with.',
		access: { who: 'signed-in' },
		input: z.object({ page: pageNumber }),
		output: z.object({ sessions: z.array(Session), ...pageFields }),
		run: getSessionsPage
	}),
	endSession: command({
		summary: 'Signs one of your browsers or programs out.',
		access: { who: 'signed-in' },
		address: 'DELETE /sessions/{sessionUid}',
		input: z.object({ sessionUid: uid(m.field_session) }),
		output: nothing,
		run: endSession
	}),
	endOtherSessions: command({
		summary: 'Signs you out everywhere but here.',
		access: { who: 'signed-in' },
		input: nothing,
		output: nothing,
		run: endOtherSessions
	}),
	getMembers: query({
		summary: 'Lists everyone in the household, sorted by name.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /members',
		input: nothing,
		output: z.object({ members: z.array(Member) }),
		run: getMembers
	}),
	getPeople: query({
		summary:
			'Lists everyone in the household, and the groups with the lists shared with them that you reach too.',
		access: { who: 'member', ability: 'read' },
		input: nothing,
		output: z.object({ members: z.array(Member), groups: z.array(Group) }),
		tool: {
			title: 'List people and groups',
			when: 'Use it to find the uids of people and groups before sharing a list.'
		},
		run: getPeople
	}),
	addMember: command({
		summary:
			'Adds a member, with a temporary password of four plain words that is shown only once and works for 14 days.',
		access: { who: 'admin', refusal: m.only_admins_add_members },
		address: 'POST /members',
		refuses: ['exists', 'too-many'],
		input: z.object({ name: memberName, email, role: choice(Role, 'ROLE_UNSPECIFIED') }),
		example: { name: 'Dora', email: 'dora@mill.test', role: 'ROLE_MEMBER' },
		secrets: ['temporaryPassword'],
		output: z.object({
			member: Member,
			temporaryPassword: says(
				'The temporary password to pass on: four plain words, shown only once.'
			)
		}),
		prepare: makeTemporaryPassword,
		run: addMember
	}),
	changeMe: command({
		summary: 'Changes your own name or email address; nobody can edit another member.',
		access: { who: 'signed-in' },
		address: 'PATCH /members/me',
		refuses: ['exists'],
		input: z.object({ name: memberName.optional(), email: email.optional() }),
		example: { name: 'Ada L.' },
		output: oneMember,
		run: changeMe
	}),
	changeRole: command({
		summary: 'Makes a member an admin, or an admin a member; the last admin keeps the role.',
		access: { who: 'admin', refusal: m.only_admins_change_roles },
		address: 'PUT /members/{memberUid}/role',
		input: z.object({ memberUid: uid(m.field_member), role: Role }),
		example: { role: 'ROLE_ADMIN' },
		output: oneMember,
		run: changeRole
	}),
	removeMember: command({
		summary:
			'Removes a member: what they added stays, their shared lists become yours, their private lists go to the trash.',
		access: { who: 'admin', refusal: m.only_admins_remove_members },
		address: 'DELETE /members/{memberUid}',
		input: z.object({ memberUid: uid(m.field_member) }),
		output: nothing,
		run: removeMember
	})
});
