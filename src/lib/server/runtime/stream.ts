import type { Caller } from '../kernel/caller.ts';

/** What streams are told. It is written out once, however many are told the same object. */
export type News = { id?: number; event: string; data: unknown };

/**
 * Where a stream's events go. `send` says whether there is room for more; a stream without room is closed, and its reader comes
 * back by itself. A replay waits for `drained` instead: until all that was sent is read, or the stream is closed.
 */
export type Out = {
	send(news: News): boolean;
	drained(): Promise<void>;
	/** `comeBack`: who listened is told to ask anew at once, for what they may hear now. */
	close(comeBack?: boolean): void;
};

/** One that is open on this process. */
export type Stream = {
	uid: string;
	caller: Caller;
	listUid: string;
	position: number;
	/** Reads the past still; what is new reaches it when it has caught up. */
	behind: boolean;
	out: Out;
	presence: string;
	/** Gives its place back to other visitors. */
	release: () => void;
};
