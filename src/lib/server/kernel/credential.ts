/** What is handed out, or taken back, beside the body of an answer. */
export type Credential =
	| { kind: 'session'; secret: string; expiresAt: Date }
	| { kind: 'session-ended' }
	| { kind: 'refresh'; secret: string; expiresAt: Date }
	| { kind: 'refresh-ended' }
	| { kind: 'binding'; secret: string; expiresAt: Date }
	/** For the console alone. */
	| { kind: 'setup-code'; secret: string };
