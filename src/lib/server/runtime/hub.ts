import type { Household } from '../kernel/household.ts';
import { newUid } from '../kernel/secrets.ts';
import { yieldToOthers } from '../data/timeout.ts';
import type { Caller, MemberCaller } from '../kernel/caller.ts';
import { missing } from '../kernel/errors.ts';
import { reachedAmong, reachersOf } from '../kernel/reach.ts';
import { liveCredentials } from '../events/credential-check.ts';
import { audienceOf, isInScope, tokensGiven, type TokensGiven } from '../events/audience.ts';
import { asEvent, changesAfter, keptNumbers, type Written } from '../events/event.ts';
import {
	enterStream,
	entered,
	keepStreams,
	leaveStreams,
	presentOn,
	sayEvery
} from '../events/streams.ts';
import { visitorPlaces } from '../events/visitor-places.ts';

/**
 * Where this process's streams get their events from: the outbox, read on from the last number whenever there may be
 * something new. Every event is authorised when it is delivered.
 */
export type Hub = {
	/**
	 * Opens a stream for a member, on `listUid` where they look at one, and replays what came after `after` as fast as
	 * it is read. Throws what `admit` throws.
	 */
	open(
		caller: MemberCaller,
		wants: { listUid: string; after: string },
		out: Out
	): Promise<() => void>;
	/** Opens a stream of the public list; throws what `admitVisitor` throws, or where too many are open. */
	openPublic(address: string, after: string, out: Out): Promise<() => void>;
	/** How many streams are open here. */
	size(): number;
	/** Throws where the list is out of this caller's reach. */
	admit(caller: MemberCaller, listUid: string): Promise<void>;
	/** Throws where no list is published. */
	admitVisitor(): Promise<void>;
	/** The number of the newest change known here, which a read that begins now sees; -1 while none is known. */
	position(): number;
	close(): void;
};

/**
 * Where a stream's events go. `send` says whether there is room for more; a stream without room is closed, and its reader comes
 * back by itself. A replay waits for `drained` instead: until all that was sent is read, or the stream is closed.
 */
export type Out = {
	send(event: { id?: number; event: string; data: unknown }): boolean;
	drained(): Promise<void>;
	/** `comeBack`: who listened is told to ask anew at once, for what they may hear now. */
	close(comeBack?: boolean): void;
};

type Stream = {
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

/** So long after a credential or a right has ended may its stream be open, in milliseconds. */
const checkEvery = 500;
/** So long after events could not be delivered it is tried again, in milliseconds. */
const againAfter = 1000;
/** How many Changes a replay reads and authorises at once. */
const replayBatch = 200;
/** A visitor hears only "look again"; one who missed more than this is told so once. */
const maxVisitorReplay = 1000;
/** Longer than any uid. */
const maxUidLength = 64;

export function openHub(household: Household): Hub {
	const { database, clock, log } = household;
	const { read, reader: db } = database;
	const streams = new Set<Stream>();
	/** Streams that have ended and are on the list of those that are open still. */
	const leaving = new Set<string>();
	const places = visitorPlaces();
	let position = -1;
	let isClosed = false;

	const deliver = oneAtATime(
		async () => {
			await findPosition();
			const toEnd = await visitorsOfNothing();
			for (
				let changes = await changesAfter(db, position);
				changes.length > 0;
				changes = await changesAfter(db, position)
			) {
				await sendNew(changes);
				await yieldToOthers();
			}
			await sendPresence();
			for (const stream of toEnd) if (!stream.behind) drop(stream);
		},
		(error) => {
			if (isClosed) return;
			log.warn('events could not be delivered; trying again', { reason: String(error) });
			setTimeout(() => void deliver(), againAfter).unref();
		}
	);

	/** Where the outbox stood when somebody first listened here. */
	async function findPosition(): Promise<void> {
		if (position >= 0) return;
		const { newest } = await keptNumbers(read);
		position = Math.max(position, newest);
	}

	/** Advances `position` first, so that a stream that is catching up sees that there is more; a failed send sets it back. */
	async function sendNew(changes: Written[]): Promise<void> {
		const from = position;
		position = changes.at(-1)?.number ?? position;
		try {
			await send(
				changes,
				[...streams].filter(({ behind }) => !behind)
			);
		} catch (error) {
			position = from;
			throw error;
		}
	}

	/** Closes what may hear nothing more before it sends, so that nothing is told after the right has ended. */
	async function send(changes: Written[], to: Stream[]): Promise<void> {
		await closeEnded(to);
		const mayHear = await audienceOf({ db, read }, changes);
		const published = await publishedList();
		for (const stream of to) {
			if (!streams.has(stream)) continue;
			for (const change of changes) {
				if (change.number <= stream.position) continue;
				stream.position = change.number;
				const heard =
					stream.caller.by === 'visitor'
						? asPublic(change, published)
						: mayHear(change, stream.caller) && asEvent(change);
				if (!heard) continue;
				const hasRoom = stream.out.send({ id: change.number, event: 'change', data: heard });
				if (hasRoom || stream.behind) continue;
				drop(stream);
				break;
			}
		}
	}

	async function closeEnded(among: Stream[]): Promise<void> {
		const members = among.filter(({ caller }) => caller.by !== 'visitor');
		if (members.length === 0) return;
		const good = await liveCredentials(
			db,
			members.flatMap(({ caller }) => (caller.by === 'visitor' ? [] : [caller])),
			clock()
		);
		const known = await entered(
			db,
			members.map(({ uid }) => uid)
		);
		const listUids = [...new Set(members.map(({ listUid }) => listUid).filter(Boolean))];
		const reachers = await reachersOf(read, listUids);
		const given = await tokensGiven(read, listUids);
		for (const stream of members) {
			if (!good(stream.caller) || !known.has(stream.uid)) drop(stream);
			else if (!stillReaches(stream, reachers, given)) drop(stream, true);
		}
	}

	/** Reach is asked again for those who are to be told: the list names people. */
	async function sendPresence(): Promise<void> {
		const looking = [...streams].filter(({ listUid }) => listUid);
		const present = await presentOn(read, [...new Set(looking.map(({ listUid }) => listUid))]);
		const membersOf = ({ listUid }: Stream) => present.get(listUid) ?? [];
		const toTell = looking.filter(
			(stream) => JSON.stringify(membersOf(stream)) !== stream.presence
		);
		await closeEnded(toTell);
		for (const stream of toTell) {
			if (!streams.has(stream)) continue;
			const { listUid } = stream;
			const members = membersOf(stream);
			stream.presence = JSON.stringify(members);
			const hasRoom = stream.out.send({ event: 'presence', data: { listUid, members } });
			if (!hasRoom && !stream.behind) drop(stream);
		}
	}

	const visitors = () => [...streams].filter(({ caller }) => caller.by === 'visitor');

	/** "" where there is none, or nobody to tell of it. */
	async function publishedList(): Promise<string> {
		return visitors().length === 0 ? '' : readPublishedList();
	}

	async function readPublishedList(): Promise<string> {
		const instance = await db.instance.findFirst({
			where: { id: 1, publicList: { deletedAt: null, archivedAt: null } },
			select: { publicListUid: true }
		});
		return instance?.publicListUid ?? '';
	}

	/**
	 * While nothing is published there is nothing more to hear. Asked before the outbox is read on: by then it has the
	 * withdrawal, and they are told of it before their streams end.
	 */
	async function visitorsOfNothing(): Promise<Stream[]> {
		const open = visitors();
		return open.length > 0 && (await readPublishedList()) === '' ? open : [];
	}

	/** Puts the stream where its reader was, or where everybody is with one `reset` where that is no longer kept. */
	async function begin(stream: Stream, after: string): Promise<void> {
		await findPosition();
		const { oldest, newest } = await keptNumbers(read);
		const from = /^\d{1,15}$/.test(after) ? Number(after) : -1;
		const isKept = from >= oldest - 1 && from <= newest;
		const isTooMuch = stream.caller.by === 'visitor' && newest - from > maxVisitorReplay;
		stream.position = isKept ? from : newest;
		if (after !== '' && (!isKept || isTooMuch)) reset(stream, newest);
	}

	function reset(stream: Stream, newest: number): void {
		stream.out.send({ id: newest, event: 'reset', data: {} });
		stream.position = newest;
	}

	/** Replays what the stream has missed, until it stands where everybody stands. The reader sets the pace (backpressure). */
	async function catchUp(stream: Stream): Promise<void> {
		while (streams.has(stream)) {
			await stream.out.drained();
			const there = position;
			const changes = await changesAfter(db, stream.position, replayBatch);
			if (changes.length === 0 && position === there) break;
			// Asked after reading: retention may be removing what a slow reader still has to hear.
			const { oldest, newest } = await keptNumbers(read);
			if (stream.position < oldest - 1) reset(stream, newest);
			else await send(changes, [stream]);
			await yieldToOthers();
		}
		stream.behind = false;
	}

	async function open(
		caller: Caller,
		listUid: string,
		after: string,
		out: Out,
		release: () => void
	): Promise<() => void> {
		const stream: Stream = {
			uid: newUid('str'),
			caller,
			listUid,
			position: 0,
			behind: true,
			out,
			presence: '',
			release
		};
		if (caller.by !== 'visitor')
			await enterStream(household, { uid: stream.uid, memberUid: caller.member.uid, listUid });
		streams.add(stream);
		try {
			await begin(stream, after);
		} catch (error) {
			drop(stream);
			throw error;
		}
		void replay(stream);
		return () => drop(stream);
	}

	/** Nobody waits for it; a reader whose replay fails comes back with the last number that they heard. */
	async function replay(stream: Stream): Promise<void> {
		try {
			await catchUp(stream);
			void deliver();
		} catch (error) {
			if (!isClosed) ignored(error);
			drop(stream);
		}
	}

	async function admit(caller: MemberCaller, listUid: string): Promise<void> {
		if (listUid === '') return;
		if (listUid.length > maxUidLength) throw missing('list');
		const reached = await reachedAmong({ caller, read }, [listUid]);
		if (!reached.has(listUid)) throw missing('list');
	}

	async function admitVisitor(): Promise<void> {
		if ((await readPublishedList()) === '') throw missing('list');
	}

	async function openPublic(address: string, after: string, out: Out): Promise<() => void> {
		const release = places.take(address);
		try {
			await admitVisitor();
			return await open(visitor, '', after, out, release);
		} catch (error) {
			release();
			throw error;
		}
	}

	function drop(stream: Stream, comeBack = false): void {
		if (!streams.delete(stream)) return;
		stream.release();
		stream.out.close(comeBack);
		if (stream.caller.by === 'visitor') return;
		leaving.add(stream.uid);
		void leave();
	}

	const leave = oneAtATime(async () => {
		const uids = [...leaving].slice(0, 500);
		await leaveStreams(household, uids);
		for (const uid of uids) leaving.delete(uid);
		if (leaving.size > 0) void leave();
	}, ignored);

	function ignored(error: unknown): void {
		log.warn('open streams could not be looked after; trying again', { reason: String(error) });
	}
	const stopListening = household.notifier.listen(() => void deliver());
	const check = oneAtATime(() => closeEnded([...streams]), ignored);
	const checks = setInterval(() => void check(), checkEvery).unref();
	const signs = setInterval(() => {
		if (streams.size > 0) keepStreams(household).catch(ignored);
		if (leaving.size > 0) void leave();
	}, sayEvery).unref();

	return {
		open: async (caller, { listUid, after }, out) => {
			await admit(caller, listUid);
			return open(caller, listUid, after, out, () => {});
		},
		openPublic,
		admit,
		admitVisitor,
		position: () => position,
		size: () => streams.size,
		close: () => {
			isClosed = true;
			stopListening();
			clearInterval(checks);
			clearInterval(signs);
			for (const stream of streams) drop(stream);
		}
	};
}

const visitor: Caller = { by: 'visitor', from: { address: '', device: '' } };

function asPublic(change: Written, published: string) {
	const isAbout =
		change.kind === 'public-list.changed' || (published !== '' && change.listUid === published);
	return (
		isAbout && {
			kind: 'public-list.changed',
			listUid: '',
			itemUid: '',
			byUid: '',
			viaToken: '',
			at: asEvent(change).at
		}
	);
}

function stillReaches(
	{ caller, listUid }: Stream,
	reachers: Awaited<ReturnType<typeof reachersOf>>,
	given: TokensGiven
): boolean {
	if (!listUid || caller.by === 'visitor') return true;
	const list = reachers.get(listUid);
	const isReached = !!list && !list.isDeleted && list.members.has(caller.member.uid);
	return isReached && isInScope(caller, listUid, given);
}

/** Calls that come while one runs become one more after it. */
function oneAtATime(
	work: () => Promise<void>,
	failed: (error: unknown) => void
): () => Promise<void> {
	let running = false;
	let again = false;
	return async () => {
		again = true;
		if (running) return;
		running = true;
		while (again) {
			again = false;
			await work().catch(failed);
		}
		running = false;
	};
}
