import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { counts, flag, moment, says, uid, uids } from '../kernel/schema.ts';
import { getReach, Reach } from './whoami.ts';
import { AccessToken } from './token.ts';
import { Abilities, expiresAt, tokenName } from './token-input.ts';
import { noteTokenUse } from './note-use.ts';
import { getAccessTokens, makeAccessToken, revokeAccessToken } from './tokens.ts';
import { getOwnChanges, OwnChange, undoOwnChanges } from './own-changes.ts';
import { getTokenChanges, TokenChange } from './changes.ts';
import { Skipped, undoToken } from './undo.ts';
import { exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

export const tokens = operations({
	getAccessTokens: query({
		summary:
			"Lists the access tokens you made, without their secrets; everyone's for an admin in a browser who asks for all.",
		access: { who: 'signed-in' },
		address: 'GET /access-tokens',
		input: z.object({
			all: flag(m.field_all, 'Whether to list the access tokens of every member.').optional()
		}),
		example: { all: false },
		output: z.object({ tokens: z.array(AccessToken) }),
		run: getAccessTokens
	}),
	makeAccessToken: command({
		summary: 'Creates an access token; its secret is in this answer and nowhere else.',
		access: { who: 'browser', refusal: m.only_browsers_make_tokens },
		address: 'POST /access-tokens',
		refuses: ['missing'],
		input: z.object({
			name: tokenName,
			abilities: Abilities,
			listUids: uids(m.field_lists).default([]),
			allLists: flag(
				m.field_all_lists,
				'Whether the token reaches every list that you reach.'
			).default(false),
			expiresAt
		}),
		example: {
			name: 'Shopping script',
			abilities: { read: true, write: true },
			listUids: [exampleUids.groceries],
			allLists: false,
			expiresAt: ''
		},
		secrets: ['secret'],
		output: z.object({
			token: AccessToken,
			secret: says('The secret to send as the bearer token, shown only once.')
		}),
		run: makeAccessToken
	}),
	getReach: query({
		summary:
			'Returns the member you act for, what you may do and until when, and which lists you reach.',
		access: { who: 'member' },
		input: z.object({}),
		output: Reach,
		tool: {
			title: 'See who I am and what I reach',
			when: 'Use it first, to learn whose lists these are and what you may do with them.'
		},
		run: getReach
	}),
	noteTokenUse: command({
		summary: 'Records that an access token was used, and notifies its member the first time.',
		access: { who: 'member', withTemporaryPassword: true },
		input: z.object({}),
		output: z.object({}),
		run: noteTokenUse
	}),
	revokeAccessToken: command({
		summary: 'Revokes an access token from the next request on; what the token added stays.',
		access: { who: 'signed-in' },
		address: 'DELETE /access-tokens/{tokenUid}',
		input: z.object({ tokenUid: uid(m.field_token) }),
		output: z.object({}),
		run: revokeAccessToken
	}),
	getTokenChanges: query({
		summary: 'Lists the latest 200 changes that one of your access tokens made, newest first.',
		access: { who: 'signed-in' },
		address: 'GET /access-tokens/{tokenUid}/changes',
		input: z.object({ tokenUid: uid(m.field_token) }),
		output: z.object({ changes: z.array(TokenChange) }),
		run: getTokenChanges
	}),
	getOwnChanges: query({
		summary: 'Lists what this access token changed, newest first; at most 200.',
		access: { who: 'token', ability: 'read' },
		input: z.object({ since: moment(m.field_since).optional() }),
		output: z.object({ changes: z.array(OwnChange) }),
		tool: {
			title: 'See what I changed',
			when: 'Use it to find what to undo, or to tell the member what you did.',
			fields: { since: 'Only changes since this time: RFC 3339 with its offset.' }
		},
		run: getOwnChanges
	}),
	undoOwnChanges: command({
		summary:
			'Undoes changes of this access token, by their numbers or all since a time, except what somebody has changed since.',
		access: { who: 'token', ability: 'write' },
		input: z.object({
			numbers: z
				.array(z.int({ error: m.change_not_number }), { error: m.changes_not_list })
				.max(200, { error: m.too_many_named })
				.default([]),
			since: moment(m.field_since).optional(),
			dryRun: flag(m.field_dry_run, 'Whether to return only what would be undone.').default(false)
		}),
		output: z.object({
			undone: counts('The number of changes that were undone.'),
			skipped: z.array(Skipped),
			changes: z.array(OwnChange)
		}),
		tool: {
			title: 'Undo what I changed',
			when: 'Use it when the member wants to undo what you changed, ticked, moved or shared.',
			fields: {
				numbers: 'The numbers of the changes, from get_own_changes.',
				since:
					'Instead of numbers, the time from which changes are undone: RFC 3339 with its offset.',
				dryRun: 'true only returns what would be undone.'
			},
			destructive: true,
			alsoNeeds: 'read'
		},
		run: undoOwnChanges
	}),
	undoToken: command({
		summary:
			'Undoes what one of your tokens did since a time, except what somebody has changed since; with dryRun, only returns what would be undone.',
		access: { who: 'signed-in' },
		address: 'POST /access-tokens/{tokenUid}:undo',
		input: z.object({
			tokenUid: uid(m.field_token),
			since: moment(m.field_since).describe(
				'The time from which changes are undone: RFC 3339 with its offset from UTC.'
			),
			dryRun: flag(m.field_dry_run, 'Whether to return only what would be undone.').default(false)
		}),
		example: { since: '2026-11-01T00:00:00Z', dryRun: true },
		output: z.object({
			undone: counts('The number of changes that were undone.'),
			skipped: z.array(Skipped)
		}),
		run: undoToken
	})
});
