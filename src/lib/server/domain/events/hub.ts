import type { Household } from '../../platform/household.ts';
import { newUid } from '../../platform/secrets.ts';
import { othersTurn } from '../../platform/within.ts';
import type { Caller, MemberCaller } from '../caller.ts';
import { reachersOf } from '../reach.ts';
import { stillGood } from './alive.ts';
import { audienceOf } from './audience.ts';
import { asEvent, changesAfter, keptNumbers, type Written } from './event.ts';
import { enterStream, entered, keepStreams, leaveStreams, presentOn, sayEvery } from './streams.ts';

/**
 * Where this process's streams get their events from: the outbox, read on from the last number whenever there may be
 * something new. Every event is authorised when it is delivered.
 */
export type Hub = {
	/** Opens a stream for a member, on `listUid` where they look at one; replays what came after `after`. */
	open(
		caller: MemberCaller,
		wants: { listUid: string; after: string },
		out: Out
	): Promise<() => void>;
	/** Opens a stream of the public list. */
	openPublic(after: string, out: Out): Promise<() => void>;
	/** How many streams are open here. */
	size(): number;
	/** The number of the newest change known here, which whoever reads now will see; -1 while none is known. */
	position(): number;
	close(): void;
};

/** Where a stream's events go. `send` says whether there is still room; one without is closed, and comes back by itself. */
export type Out = {
	send(event: { id?: number; event: string; data: unknown }): boolean;
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
};

/** So long after a credential or a right has ended may its stream be open, in milliseconds. */
const checkEvery = 500;
/** So long after events could not be delivered it is tried again, in milliseconds. */
const againAfter = 1000;

export function openHub(household: Household): Hub {
	const { database, clock, log } = household;
	const db = database.reader;
	const streams = new Set<Stream>();
	/** Streams that have ended and are on the list of those that are open still. */
	const leaving = new Set<string>();
	let position = -1;
	let isClosed = false;

	const deliver = oneAtATime(
		async () => {
			await findPosition();
			for (
				let changes = await changesAfter(db, position);
				changes.length > 0;
				changes = await changesAfter(db, position)
			) {
				await sendNew(changes);
				await othersTurn();
			}
			await sendPresence();
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
		const { newest } = await keptNumbers(db);
		position = Math.max(position, newest);
	}

	/** Whoever catches up meanwhile sees by the position that there is more; where sending fails, nobody has passed it. */
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
		const mayHear = await audienceOf(db, changes);
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
				if (heard && !stream.out.send({ id: change.number, event: 'change', data: heard })) {
					drop(stream);
					break;
				}
			}
		}
	}

	async function closeEnded(among: Stream[]): Promise<void> {
		const members = among.filter(({ caller }) => caller.by !== 'visitor');
		if (members.length === 0) return;
		const good = await stillGood(
			db,
			members.flatMap(({ caller }) => (caller.by === 'visitor' ? [] : [caller])),
			clock()
		);
		const known = await entered(
			db,
			members.map(({ uid }) => uid)
		);
		const reachers = await reachersOf(db, [
			...new Set(members.map(({ listUid }) => listUid).filter(Boolean))
		]);
		for (const stream of members) {
			if (!good(stream.caller) || !known.has(stream.uid)) drop(stream);
			else if (!stillReaches(stream, reachers)) drop(stream, true);
		}
	}

	async function sendPresence(): Promise<void> {
		const looking = [...streams].filter(({ listUid }) => listUid);
		const present = await presentOn(db, [...new Set(looking.map(({ listUid }) => listUid))]);
		for (const stream of looking) {
			const members = present.get(stream.listUid) ?? [];
			const said = JSON.stringify(members);
			if (said === stream.presence || !streams.has(stream)) continue;
			stream.presence = said;
			if (!stream.out.send({ event: 'presence', data: { listUid: stream.listUid, members } }))
				drop(stream);
		}
	}

	async function publishedList(): Promise<string> {
		if (![...streams].some(({ caller }) => caller.by === 'visitor')) return '';
		return (
			(await db.instance.findUnique({ where: { id: 1 }, select: { publicListUid: true } }))
				?.publicListUid ?? ''
		);
	}

	/** Replays what the stream has missed, until it stands where everybody stands. */
	async function catchUp(stream: Stream, after: string): Promise<void> {
		await findPosition();
		const { oldest, newest } = await keptNumbers(db);
		const from = /^\d{1,15}$/.test(after) ? Number(after) : -1;
		const isKept = from >= oldest - 1 && from <= newest;
		if (after !== '' && !isKept) stream.out.send({ id: newest, event: 'reset', data: {} });
		stream.position = isKept ? from : newest;
		while (streams.has(stream)) {
			const there = position;
			const changes = await changesAfter(db, stream.position);
			if (changes.length === 0 && position === there) break;
			await send(changes, [stream]);
			await othersTurn();
		}
		stream.behind = false;
	}

	async function open(
		caller: Caller,
		listUid: string,
		after: string,
		out: Out
	): Promise<() => void> {
		const stream: Stream = {
			uid: newUid('str'),
			caller,
			listUid,
			position: 0,
			behind: true,
			out,
			presence: ''
		};
		if (caller.by !== 'visitor')
			await enterStream(household, { uid: stream.uid, memberUid: caller.member.uid, listUid });
		streams.add(stream);
		try {
			await catchUp(stream, after);
		} catch (error) {
			drop(stream);
			throw error;
		}
		void deliver();
		return () => drop(stream);
	}

	function drop(stream: Stream, comeBack = false): void {
		if (!streams.delete(stream)) return;
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
		log.warn('the list of open streams could not be kept; trying again', { reason: String(error) });
	}
	const stopListening = household.wakeup.listen(() => void deliver());
	const check = oneAtATime(() => closeEnded([...streams]), ignored);
	const checks = setInterval(() => void check(), checkEvery).unref();
	const signs = setInterval(() => {
		if (streams.size > 0) keepStreams(household).catch(ignored);
		if (leaving.size > 0) void leave();
	}, sayEvery).unref();

	return {
		open: (caller, { listUid, after }, out) => open(caller, listUid, after, out),
		openPublic: (after, out) => open(visitor, '', after, out),
		size: () => streams.size,
		position: () => position,
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
	reachers: Awaited<ReturnType<typeof reachersOf>>
): boolean {
	if (!listUid || caller.by === 'visitor') return true;
	const list = reachers.get(listUid);
	return !!list && !list.isDeleted && list.members.has(caller.member.uid);
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
