/** A start that cannot work. The message is one clear line for the person who runs the server. */
export class StartupError extends Error {
	override name = 'StartupError';
}
