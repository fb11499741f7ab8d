import type { oas32 } from 'zod-openapi';

/** Which credential opens which address, in the published document. No schema may have the name of one. */

export const securitySchemes: Record<string, oas32.SecuritySchemeObject> = {
	accessTokenBearer: {
		type: 'http',
		scheme: 'bearer',
		description:
			'An access token, created under Settings → Access tokens. The token reaches the lists it was given, with one or more of the abilities read, write and delete.'
	},
	signInPair: {
		type: 'http',
		scheme: 'bearer',
		description:
			'The access token of a sign-in pair, for a client that holds a person’s password. The token comes from signIn and works for 15 minutes; refreshPair gives the next one.'
	},
	sessionCookie: {
		type: 'apiKey',
		in: 'cookie',
		name: 'hearth_session',
		description:
			'The cookie of a browser session, which the sign-in page starts. Under https the cookie is called __Host-hearth_session. Writes with it need the header `Origin`, with the address of this instance.'
	},
	refreshCookie: {
		type: 'apiKey',
		in: 'cookie',
		name: 'hearth_refresh',
		description:
			'The refresh token of a sign-in pair, in a cookie that is sent below /api/v1/auth only. Under https the cookie is called __Secure-hearth_refresh. Requests with it need the header `Origin`, with the address of this instance.'
	},
	requestCookie: {
		type: 'apiKey',
		in: 'cookie',
		name: 'hearth_request',
		description:
			'The cookie that binds requests to join, or for a new password, to the client that sent them. Under https the cookie is called __Host-hearth_request.'
	}
};
