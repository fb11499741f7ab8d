import { audienceOf } from '../events/audience.ts';
import { asEvent, type StoredChange } from '../events/event.ts';
import { idOf } from '../events/event-id.ts';
import { publishedList } from '../events/published-list.ts';
import { presentOn } from '../events/presence.ts';
import type { Database } from '../data/client.ts';
import type { OpenStreams } from './open-streams.ts';
import type { News, Stream } from './stream.ts';

/** Sends to streams what each of their callers may hear now. */
export function deliveryTo({ all, closeEnded, drop, visitors }: OpenStreams, { read }: Database) {
	/** Closes streams whose rights have ended before it sends, so that they are told nothing more. */
	async function send(changes: readonly StoredChange[], to: Stream[]): Promise<void> {
		const [published] = await Promise.all([
			visitors().length > 0 ? publishedList(read) : '',
			closeEnded(to)
		]);
		const mayHear = await audienceOf(read, changes);
		const told = changes.map((change) => ({
			change,
			toMembers: newsOf(change, asEvent(change)),
			toVisitors: newsOf(change, publicEvent(change, published))
		}));
		for (const stream of to) {
			if (!all.has(stream)) continue;
			for (const { change, toMembers, toVisitors } of told) {
				if (change.number <= stream.position) continue;
				stream.position = change.number;
				const heard =
					stream.caller.by === 'visitor' ? toVisitors : mayHear(change, stream.caller) && toMembers;
				if (!heard) continue;
				const hasRoom = stream.out.send(heard);
				if (hasRoom || stream.isBehind) continue;
				drop(stream);
				break;
			}
		}
	}

	/** Tells streams who else is on their list, where that has changed. First checks their rights, because it names people. */
	async function sendPresence(): Promise<void> {
		const looking = [...all].filter(({ listUid }) => listUid);
		const present = await presentOn(read, [...new Set(looking.map(({ listUid }) => listUid))]);
		const membersOf = ({ listUid }: Stream) => present.get(listUid) ?? [];
		const toTell = looking.filter(
			(stream) => JSON.stringify(membersOf(stream)) !== stream.presence
		);
		await closeEnded(toTell);
		for (const stream of toTell) {
			if (!all.has(stream)) continue;
			const { listUid } = stream;
			const members = membersOf(stream);
			stream.presence = JSON.stringify(members);
			const hasRoom = stream.out.send({ event: 'presence', data: { listUid, members } });
			if (!hasRoom && !stream.isBehind) drop(stream);
		}
	}

	return { send, sendPresence };
}

const newsOf = (change: StoredChange, data: unknown): News | undefined =>
	data ? { id: idOf(change), event: 'change', data } : undefined;

function publicEvent(change: StoredChange, published: string) {
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
