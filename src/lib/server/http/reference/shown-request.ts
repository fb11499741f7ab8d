/** A request as people try it out: in a shell, and in a script. tests/contract/reference.test.ts runs every one. */
export type Shown = {
	origin: string;
	method: string;
	/** Below /api/v1, filled in. */
	path: string;
	body: unknown;
	/** Which credential goes along. */
	by: 'bearer' | 'session' | 'cookie' | 'none';
	/** Whether the answer is a stream, which must not be buffered. */
	isStream: boolean;
};
