import { z } from 'zod';
import { counts, flag, moment, says, uid, uids } from '../domain/fields.ts';
import { getReach, Reach } from '../domain/tokens/reach.ts';
import { Abilities, AccessToken, expiresAt, tokenName } from '../domain/tokens/token.ts';
import {
	getAccessTokens,
	makeAccessToken,
	noteTokenUse,
	revokeAccessToken
} from '../domain/tokens/tokens.ts';
import { getTokenChanges, Skipped, TokenChange, undoToken } from '../domain/tokens/undo.ts';
import { operation } from './operation.ts';

export const tokens = {
	getAccessTokens: operation({
		name: 'getAccessTokens',
		summary:
			"Your own access tokens, without their secrets; everybody's for an admin in the browser who asks for all.",
		kind: 'query',
		access: { who: 'signed-in' },
		address: 'GET /access-tokens',
		input: z.object({ all: flag('All').optional() }),
		output: z.object({ tokens: z.array(AccessToken) }),
		run: getAccessTokens
	}),
	makeAccessToken: operation({
		name: 'makeAccessToken',
		summary: 'Makes an access token; its secret is in this answer and nowhere else.',
		kind: 'command',
		access: { who: 'browser', act: 'make an access token' },
		address: 'POST /access-tokens',
		refuses: ['missing'],
		input: z.object({
			name: tokenName,
			abilities: Abilities,
			listUids: uids('The lists').default([]),
			allLists: flag('All lists').default(false),
			expiresAt
		}),
		secrets: ['secret'],
		output: z.object({ token: AccessToken, secret: says('What opens the door; shown this once.') }),
		run: makeAccessToken
	}),
	getReach: operation({
		name: 'getReach',
		summary: 'Whom you act for, what you may do here and until when, and which lists you reach.',
		kind: 'query',
		access: { who: 'member' },
		input: z.object({}),
		output: Reach,
		tool: {
			title: 'See who I am and what I reach',
			when: 'Use it first, to learn whose lists these are and what you may do with them.'
		},
		run: getReach
	}),
	noteTokenUse: operation({
		name: 'noteTokenUse',
		summary: 'Remembers that a token was used, and tells its member the first time.',
		kind: 'command',
		access: { who: 'member', withTemporaryPassword: true },
		input: z.object({}),
		output: z.object({}),
		run: noteTokenUse
	}),
	revokeAccessToken: operation({
		name: 'revokeAccessToken',
		summary: 'Ends an access token from the next request on; what it added stays.',
		kind: 'command',
		access: { who: 'signed-in' },
		address: 'DELETE /access-tokens/{tokenUid}',
		input: z.object({ tokenUid: uid('The token') }),
		output: z.object({}),
		run: revokeAccessToken
	}),
	getTokenChanges: operation({
		name: 'getTokenChanges',
		summary: 'The latest 200 things that one of your tokens did, newest first.',
		kind: 'query',
		access: { who: 'signed-in' },
		address: 'GET /access-tokens/{tokenUid}/changes',
		input: z.object({ tokenUid: uid('The token') }),
		output: z.object({ changes: z.array(TokenChange) }),
		run: getTokenChanges
	}),
	undoToken: operation({
		name: 'undoToken',
		summary:
			'Takes back all that one of your tokens did since a moment, but for what somebody has changed since; with dryRun only says what that would be.',
		kind: 'command',
		access: { who: 'signed-in' },
		address: 'POST /access-tokens/{tokenUid}:undo',
		input: z.object({
			tokenUid: uid('The token'),
			since: moment('Since when'),
			dryRun: flag('Dry run').default(false)
		}),
		output: z.object({
			undone: counts('How many changes were taken back.'),
			skipped: z.array(Skipped)
		}),
		run: undoToken
	})
};
