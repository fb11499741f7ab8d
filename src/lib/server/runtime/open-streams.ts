import { scopesOn } from '../events/reach-of-changes.ts';
import { liveCredentials } from '../events/credential-check.ts';
import { heartbeatMs, heartbeatOf } from '../events/node-heartbeat.ts';
import { entered, enteredHere, leaveStreams } from '../events/stream-rows.ts';
import type { Household } from '../kernel/household.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Stream } from './stream.ts';

/** How often open streams are checked for an ended credential or right, in ms. */
const checkEveryMs = 500;
const rowsPerLeave = 500;

export type OpenStreams = ReturnType<typeof openStreams>;

/** The streams of this process. One whose right has ended is closed before anything more is sent to it. */
export function openStreams(household: Household, failed: (error: unknown) => void) {
	const { clock, database } = household;
	const { read } = database;
	const all = new Set<Stream>();
	/** Streams that have ended and still have their row. */
	const leaving = new Set<string>();

	function drop(stream: Stream, comeBack = false): void {
		if (!all.delete(stream)) return;
		stream.out.close(comeBack);
		if (stream.caller.by === 'visitor') return;
		leaving.add(stream.uid);
		void leave();
	}

	const leave = oneAtATime(async () => {
		const uids = [...leaving].slice(0, rowsPerLeave);
		await leaveStreams(household, uids);
		for (const uid of uids) leaving.delete(uid);
		if (leaving.size > 0) void leave();
	}, failed);

	async function closeEnded(among: Stream[]): Promise<void> {
		const members = among.filter(isOfMember);
		if (members.length === 0) return;
		const callers = members.map(({ caller }) => caller);
		const uids = members.map(({ uid }) => uid);
		const listUids = new Set(members.flatMap(({ listUid }) => listUid || []));
		const [isGood, known, isInScope] = await Promise.all([
			liveCredentials(read, callers, clock()),
			uids.length < all.size / 10 ? entered(read, uids) : enteredHere(read),
			scopesOn(read, [...listUids])
		]);
		for (const stream of members) {
			const { uid, caller, listUid } = stream;
			if (!isGood(caller) || !known.all.has(uid)) drop(stream);
			else if (!known.reach.has(uid) || (listUid && !isInScope(caller, listUid)))
				drop(stream, true);
		}
	}

	const check = oneAtATime(() => closeEnded([...all]), failed);
	const checks = setInterval(() => void check(), checkEveryMs).unref();
	const beat = heartbeatOf(household);
	const signs = setInterval(() => {
		if (all.size > 0) beat().catch(failed);
		if (leaving.size > 0) void leave();
	}, heartbeatMs).unref();

	return {
		all,
		drop,
		closeEnded,
		visitors: () => [...all].filter(({ caller }) => caller.by === 'visitor'),
		close: () => {
			clearInterval(checks);
			clearInterval(signs);
			for (const stream of all) drop(stream);
		}
	};
}

const isOfMember = (stream: Stream): stream is Stream & { caller: MemberCaller } =>
	stream.caller.by !== 'visitor';
