import type { Caller } from '../kernel/caller.ts';

/** What streams are told. The same object is encoded once, however many are told it. */
export type News = { id?: number; event: string; data: unknown };

/**
 * Where a stream's events go. `send` says whether there is room for more; a stream without room is closed, and its reader
 * reconnects by itself. A replay waits for `drained` instead, until all that was sent is read or the stream is closed.
 */
export type Out = {
	send(news: News): boolean;
	drained(): Promise<void>;
	/** `comeBack` tells the reader to reconnect at once, for what they may hear now. */
	close(comeBack?: boolean): void;
};

/** A stream that is open in this process. */
export type Stream = {
	uid: string;
	caller: Caller;
	listUid: string;
	position: number;
	/** The stream is still replaying the past. New Changes reach it once it has caught up. */
	isBehind: boolean;
	out: Out;
	presence: string;
	/** The visitor's network; "" for a member. */
	network: string;
};
