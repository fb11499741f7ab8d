import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { visitorUnits } from '../kernel/length.ts';
import { email, flag, line, named, newPassword, says, uid } from '../kernel/schema.ts';
import { Member, memberName } from '../kernel/member.ts';
import { decideJoin, decideReset, getRequests, getRequestsToDecide } from './decide.ts';
import {
	askToJoin,
	completeJoin,
	followJoin,
	getJoinRequest,
	joinMessage,
	JoinRequest,
	newcomersHash
} from './join.ts';
import { findOwnJoin, openStandings } from './own-join.ts';
import {
	askForReset,
	completeReset,
	followReset,
	getResetRequest,
	resetHash,
	ResetRequest
} from './reset.ts';
import { standings } from './standing.ts';
import { requestStatuses } from './status.ts';
import { refuseBusyNetwork } from '../kernel/visitor-requests.ts';
import { examplePassword, exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

const requestUid = uid(m.field_request);
const status = named(
	[...requestStatuses, 'REQUEST_STATUS_UNSPECIFIED'],
	'RequestStatus',
	'The status of a request. An ignored request looks pending.'
);
const standing = z.enum(standings);
const oneMember = z.object({ member: Member });
const decision = z.object({
	requestUid,
	approve: flag(m.field_approve, 'true approves the request, false ignores it.')
});
const nothing = z.object({});

export const requests = operations({
	askToJoin: command({
		summary: 'Requests to join the household; an admin decides.',
		access: { who: 'visitor' },
		address: 'POST /auth/join-requests',
		refuses: ['too-many'],
		input: z.object({ name: memberName, email, message: joinMessage.optional() }),
		example: { name: 'Eve', email: 'eve@mill.test', message: 'from next door' },
		output: z.object({ requestUid: says('The uid of the request.') }),
		ignoresKey: true,
		prepare: refuseBusyNetwork,
		run: askToJoin
	}),
	getJoinRequest: query({
		summary:
			'Returns whether a request to join was approved; an ignored request looks pending for ever.',
		access: { who: 'visitor' },
		address: 'GET /auth/join-requests/{requestUid}',
		input: z.object({ requestUid }),
		example: { requestUid: exampleUids.cleo },
		output: z.object({
			status,
			name: says('The name given in the request.'),
			email: says('The email address given in the request.')
		}),
		run: getJoinRequest
	}),
	followJoin: query({
		summary: 'Returns the progress of a request to join, for the page of the client that sent it.',
		access: { who: 'visitor' },
		input: z.object({ requestUid }),
		output: z.object({ standing, name: z.string(), email: z.string() }),
		run: followJoin
	}),
	findOwnJoin: query({
		summary: 'Returns the request to join that a client can continue with, for the sign-in pages.',
		access: { who: 'visitor' },
		input: nothing,
		output: z.object({
			request: z.object({ requestUid: z.string(), standing: z.enum(openStandings) }).nullable()
		}),
		run: findOwnJoin
	}),
	completeJoin: command({
		summary:
			'Completes an approved request to join, from the client that sent it; creates the member.',
		access: { who: 'visitor' },
		address: 'POST /auth/join-requests/{requestUid}:complete',
		refuses: ['exists', 'too-many'],
		input: z.object({ requestUid, name: memberName, password: newPassword() }),
		example: { requestUid: exampleUids.dora, name: 'Dora', password: examplePassword },
		output: oneMember,
		ignoresKey: true,
		prepare: newcomersHash,
		run: completeJoin
	}),
	askForReset: command({
		summary: 'Requests a new password; the answer is the same for an unknown person.',
		access: { who: 'visitor' },
		address: 'POST /auth/reset-requests',
		refuses: ['too-many'],
		input: z.object({
			emailOrName: line(m.field_email_or_name, { most: 254, units: visitorUnits })
		}),
		example: { emailOrName: 'Ben' },
		output: z.object({
			requestUid: says('The uid of the request.'),
			checkPhrase: says('The check phrase: three words to read out to an admin.')
		}),
		showsSecret: true,
		ignoresKey: true,
		prepare: refuseBusyNetwork,
		run: askForReset
	}),
	getResetRequest: query({
		summary: 'Returns whether a request for a new password was approved.',
		access: { who: 'visitor' },
		address: 'GET /auth/reset-requests/{requestUid}',
		input: z.object({ requestUid }),
		example: { requestUid: exampleUids.forgotten },
		output: z.object({ status }),
		run: getResetRequest
	}),
	followReset: query({
		summary:
			'Returns the check phrase of a reset and, for the page of the client that sent it, its progress.',
		access: { who: 'visitor' },
		input: z.object({ requestUid }),
		output: z.object({ standing, checkPhrase: z.string() }),
		showsSecret: true,
		run: followReset
	}),
	completeReset: command({
		summary:
			'Sets the new password, once, within one hour of approval, from the client that asked; ends all your credentials.',
		access: { who: 'visitor' },
		address: 'POST /auth/reset-requests/{requestUid}:complete',
		refuses: ['too-many'],
		input: z.object({ requestUid, newPassword: newPassword(m.field_new_password) }),
		example: { requestUid: exampleUids.approved, newPassword: 'another horse, another battery' },
		output: oneMember,
		ignoresKey: true,
		prepare: resetHash,
		run: completeReset
	}),
	getRequests: query({
		summary: 'Lists the requests that wait for an admin, oldest first.',
		access: { who: 'admin', refusal: m.only_admins_see_requests },
		address: 'GET /requests',
		input: nothing,
		output: z.object({ joinRequests: z.array(JoinRequest), resetRequests: z.array(ResetRequest) }),
		run: getRequests
	}),
	getRequestsToDecide: query({
		summary: 'Lists the requests that wait for an admin, each reset with its check phrase.',
		access: { who: 'admin', refusal: m.only_admins_see_requests },
		input: nothing,
		output: z.object({
			joinRequests: z.array(JoinRequest.safeExtend({ isEmailTaken: z.boolean() })),
			resetRequests: z.array(ResetRequest.safeExtend({ checkPhrase: z.string() }))
		}),
		showsSecret: true,
		run: getRequestsToDecide
	}),
	decideJoin: command({
		summary: 'Approves or ignores a request to join.',
		access: { who: 'admin', refusal: m.only_admins_decide_joins },
		address: 'POST /requests/join/{requestUid}:decide',
		refuses: ['changed'],
		input: decision,
		example: { requestUid: exampleUids.cleo, approve: true },
		output: nothing,
		run: decideJoin
	}),
	decideReset: command({
		summary: 'Approves a request for a new password, for one hour, or ignores it.',
		access: { who: 'admin', refusal: m.only_admins_decide_resets },
		address: 'POST /requests/reset/{requestUid}:decide',
		refuses: ['changed'],
		input: decision,
		example: { requestUid: exampleUids.forgotten, approve: true },
		output: nothing,
		run: decideReset
	})
});
