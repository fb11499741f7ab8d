/**
 * What the request brought along: the network address that wrong passwords are counted for, the browser's own words
 * about itself, the refresh cookie of a sign-in pair, and the cookie that binds requests to the client that sent them.
 */
export type Origin = {
	address: string;
	readonly device: string;
	/** The name by which the household was called, without a port. */
	readonly host?: string | undefined;
	/** The request was sent on the machine that the server runs on; no proxy stands between. */
	readonly isThisMachine?: boolean;
	readonly refreshSecret?: string | undefined;
	readonly bindingSecret?: string | undefined;
	/** Whether the client has hung up; absent where nobody can tell. */
	isGone?: () => boolean;
};
