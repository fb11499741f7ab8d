import { setTimeout as pause } from 'node:timers/promises';
import { yieldToOthers } from '../data/yield-to-others.ts';
import { changesPerBatch, type StoredChange } from '../events/event.ts';
import { idOf } from '../events/event-id.ts';
import { publishedList } from '../events/published-list.ts';
import { finalNumbers, readOn } from '../events/read-on.ts';
import { enterStream } from '../events/stream-rows.ts';
import { refuseWithoutPlace } from '../events/visitor-places.ts';
import type { Caller, MemberCaller } from '../kernel/caller.ts';
import { missing, Refusal } from '../kernel/errors.ts';
import type { Household } from '../kernel/household.ts';
import { networkOf } from '../kernel/network.ts';
import { reachedAmong } from '../kernel/reachers.ts';
import { refusalFromDatabase } from '../kernel/refusal-from-database.ts';
import { mayBeUid } from '../kernel/schema.ts';
import { newUid } from '../kernel/secrets.ts';
import { catchUpIn, reset } from './catch-up.ts';
import { deliveryTo } from './delivery.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openStreams } from './open-streams.ts';
import type { Out, Stream } from './stream.ts';

/**
 * Where this process's streams get their events from: the outbox, read on from the last number whenever there may be
 * something new. Every event is authorised when it is delivered.
 */
export type Hub = ReturnType<typeof openHub>;

type Wants = { listUid: string; after: string };

/** How long to wait after a failed delivery, in ms. */
const redeliverAfterMs = 1000;

/** Without streams, the outbox is read at most this often, in ms, however many commits there are. */
const coalesceMs = 10;

export function openHub(household: Household) {
	const { database, log } = household;
	const { read } = database;
	const streams = openStreams(household, logFailure);
	const { drop } = streams;
	const { send, sendPresence } = deliveryTo(streams, database);
	const { begin, catchUp } = catchUpIn({ database, streams, send, position: () => position });
	let position = -1;
	/** The id of the event at `position`. */
	let lastId = -1;
	let isClosed = false;

	const deliver = oneAtATime(
		async () => {
			await findPosition();
			if (streams.all.size === 0) {
				await skip();
				return pause(coalesceMs);
			}
			const toEnd = await visitorsOfNothing();
			let changes: readonly StoredChange[];
			do {
				changes = await readOn(database, position);
				if (changes.length === 0) await startAnewIfLost();
				await sendNew(changes);
				await yieldToOthers();
				// A commit that comes meanwhile asks for another delivery.
			} while (changes.length === changesPerBatch);
			await sendPresence();
			for (const stream of toEnd) if (!stream.isBehind) drop(stream);
		},
		(error) => {
			if (isClosed) return;
			logFailure(error);
			setTimeout(() => void deliver(), redeliverAfterMs).unref();
		}
	);

	/** Advances `position` without sending anything, because nobody listens here. */
	async function skip(): Promise<void> {
		const { newest, newestId } = await finalNumbers(database);
		// A stream that was opened meanwhile may still need the changes up to `newest`.
		if (position >= 0 && (streams.all.size > 0 || newest === 0)) return;
		[position, lastId] = [newest, newestId];
	}

	/**
	 * A standby that took the place of Postgres may lack the newest Changes, and gives their numbers again. Sends a `reset` to all streams
	 * then. An empty outbox has lost nothing: its numbers go on.
	 */
	async function startAnewIfLost(): Promise<void> {
		const kept = await finalNumbers(database);
		if (kept.newest === 0 || kept.newest >= position) return;
		[position, lastId] = [kept.newest, kept.newestId];
		for (const stream of streams.all) reset(stream, kept);
	}

	/** Sets the first `position`, when somebody first listens here. */
	async function findPosition(): Promise<void> {
		if (position < 0) await skip();
	}

	/** Advances `position` first, so that a stream that is catching up sees that there is more; a failed send sets it back. */
	async function sendNew(changes: readonly StoredChange[]): Promise<void> {
		const last = changes.at(-1);
		if (!last) return;
		const from: [number, number] = [position, lastId];
		[position, lastId] = [last.number, idOf(last)];
		try {
			await send(
				changes,
				[...streams.all].filter(({ isBehind }) => !isBehind)
			);
		} catch (error) {
			[position, lastId] = from;
			throw error;
		}
	}

	/**
	 * The streams of visitors that are to end, because no list is published. Called before the outbox is read, which
	 * then holds the withdrawal of the list. So visitors are told of that before their streams end.
	 */
	async function visitorsOfNothing(): Promise<Stream[]> {
		const open = streams.visitors();
		return open.length > 0 && (await publishedList(read)) === '' ? open : [];
	}

	/**
	 * Opens a stream for a member, on `listUid` where they look at one, and replays what came after `after` as fast as
	 * it is read. Returns what closes it. Throws what `expectReach` throws.
	 */
	async function open(caller: MemberCaller, wants: Wants, out: Out): Promise<() => void> {
		await expectReach(caller, wants.listUid);
		return enter(caller, wants, out);
	}

	/** Opens a stream of the public list. Throws what `expectPublished` throws, or where too many are open. */
	async function openPublic(address: string, after: string, out: Out): Promise<() => void> {
		await expectPublished();
		return enter(visitor, { listUid: '', after }, out, networkOf(address));
	}

	async function enter(
		caller: Caller,
		{ listUid, after }: Wants,
		out: Out,
		network = ''
	): Promise<() => void> {
		const stream: Stream = {
			uid: newUid('str'),
			caller,
			listUid,
			position: 0,
			isBehind: true,
			out,
			presence: '',
			network
		};
		if (caller.by === 'visitor') refuseWithoutPlace(streams.visitors(), network);
		else await enterStream(household, { uid: stream.uid, memberUid: caller.member.uid, listUid });
		streams.all.add(stream);
		try {
			await findPosition();
			await begin(stream, after);
		} catch (error) {
			drop(stream);
			throw error;
		}
		if (isClosed) drop(stream);
		else void replay(stream);
		return () => drop(stream);
	}

	/** Not awaited. A reader whose replay fails reconnects with the id of the last event that they got. */
	async function replay(stream: Stream): Promise<void> {
		try {
			await catchUp(stream);
			void deliver();
		} catch (error) {
			if (!isClosed) logFailure(error);
			drop(stream);
		}
	}

	/** Throws where the list is out of this caller's reach. */
	async function expectReach(caller: MemberCaller, listUid: string): Promise<void> {
		if (listUid === '') return;
		if (!mayBeUid(listUid)) throw missing('list');
		const reached = await reachedAmong({ caller, read }, [listUid]);
		if (!reached.has(listUid)) throw missing('list');
	}

	/** Throws where no list is published. */
	async function expectPublished(): Promise<void> {
		if ((await publishedList(read)) === '') throw missing('list');
	}

	/** Logs a failure of work that is tried again. `refusalFromDatabase` logs that of a database, and seldom. */
	function logFailure(error: unknown): void {
		if (refusalFromDatabase(household, error) instanceof Refusal) return;
		log.warn('open streams could not be looked after; trying again', { reason: String(error) });
	}

	const stopListening = household.notifier.listen(() => void deliver());
	return {
		open,
		openPublic,
		expectReach,
		expectPublished,
		/** The id of the newest event known here; below zero while none is known. A request whose caller is looked up from now on sees its change. */
		lastId: () => lastId,
		/** How many streams are open here. */
		size: () => streams.all.size,
		close: () => {
			isClosed = true;
			stopListening();
			streams.close();
		}
	};
}

const visitor: Caller = { by: 'visitor', from: { address: '', device: '' } };
