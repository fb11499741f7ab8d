import { LRUCache } from 'lru-cache';
import { madeOnce } from '../../client/format/made-once.ts';
import { minutes } from '../runtime/clock.ts';
import { networkOf } from './network.ts';
import type { Log } from '../runtime/log.ts';

/**
 * Takes one of the log lines that the network of an address may still cause in this minute: a flood of refusals must not fill
 * the disk. Returns what the line says of those that were left out since the network's last one, or undefined where this one
 * must be left out too.
 */
export function takeLine(log: Log, address: string, now: Date): { unwritten?: number } | undefined {
	const [share, all] = [shareOf(log, networkOf(address), now), shareOf(log, everybody, now)];
	if (share.written >= maxLinesPerNetwork || all.written >= linesInAll) {
		share.unwritten += 1;
		return undefined;
	}
	share.written += 1;
	all.written += 1;
	const { unwritten } = share;
	share.unwritten = 0;
	return unwritten > 0 ? { unwritten } : {};
}

/** Lines in a minute. */
export const maxLinesPerNetwork = 20;
const linesInAll = 200;
const everybody = '';

type Share = { since: number; written: number; unwritten: number };

const sharesOf = madeOnce((_log: Log) => new LRUCache<string, Share>({ max: 10_000 }));

function shareOf(log: Log, network: string, now: Date): Share {
	const known = sharesOf(log);
	const share = known.get(network) ?? { since: now.getTime(), written: 0, unwritten: 0 };
	known.set(network, share);
	// A clock that was set back starts a new minute as well.
	if (Math.abs(now.getTime() - share.since) >= minutes(1))
		Object.assign(share, { since: now.getTime(), written: 0 });
	return share;
}
