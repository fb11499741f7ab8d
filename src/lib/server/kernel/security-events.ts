/** Everything about security that is logged, one line each. docs/security-log.md has the same table, and a test compares them. */
export const securityEvents = {
	'set-up': 'The household was set up; `memberUid` is its first admin.',
	joined: 'Somebody became a member, by signing up or with an approved request.',
	'member-added': 'An admin added a member.',
	'member-removed': 'An admin removed a member.',
	'role-changed': 'An admin gave a member another `role`.',
	'signed-in': 'A password opened a session or a pair of tokens.',
	'wrong-password': 'A password was refused; `memberUid` is whose it was tried for, if anyone’s.',
	refused: 'A caller was refused: no valid credential, or one that may not do this.',
	throttled: 'Too many attempts, or too many requests at once: the request was refused.',
	'password-changed': 'A member replaced their own password.',
	'join-decided': 'An admin approved or ignored a request to join.',
	'reset-decided': 'An admin approved, ignored or withdrew a request for a new password.',
	'password-reset': 'An approved request set a new password; `approvedByUid` approved it.',
	'password-set':
		'`npm run set-password` gave a member a new password, on this machine. That program writes the line.',
	'session-ended': 'A session or a pair of tokens was ended by its member.',
	'refresh-reused': 'A refresh token came back after it was replaced; its pair was ended.',
	'token-made': 'An access token was made.',
	'token-revoked': 'An access token was revoked.',
	'token-undone': 'What an access token did was undone.',
	'household-deleted': 'The household was deleted.'
} as const;

/** What happened and to whom: uids and words of our own, never a name, an email, a label or a secret. */
export type SecurityEvent = {
	event: keyof typeof securityEvents;
	memberUid?: string;
	tokenUid?: string;
	sessionUid?: string;
	requestUid?: string;
	approvedByUid?: string;
	operation?: string;
	role?: string;
	approved?: boolean;
};
