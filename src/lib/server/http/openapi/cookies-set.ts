const session = 'The browser session of the member who was created or signed in.';
const binding =
	'The cookie that binds the request to this client: only this client can complete it.';

/** How the document describes the `Set-Cookie` of a successful answer, by operation. */
export const cookiesSet: Record<string, string> = {
	setUpInstance: session,
	signUp: session,
	completeJoin: session,
	completeReset: session,
	askToJoin: binding,
	askForReset: binding,
	signIn: 'The refresh token, for refreshPair.',
	refreshPair: 'The next refresh token. The previous one works for 10 more seconds.',
	signOut: 'Removes the cookies.',
	deleteInstance: 'Removes the cookies.'
};
