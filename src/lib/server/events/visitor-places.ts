import * as m from '../../paraglide/messages.js';
import { networkOf } from '../kernel/network.ts';
import { Refusal } from '../kernel/errors.ts';

/** How many streams visitors may have open in one process, in all and per network. Members' do not count. */
export const maxVisitorStreams = 1000;
export const maxVisitorStreamsPerNetwork = 50;

/**
 * Hands out places for the streams of visitors. `take` returns the function that gives the place back, once; it throws
 * where none is left.
 */
export function visitorPlaces() {
	const taken = new Map<string, number>();
	let total = 0;

	function take(address: string): () => void {
		const network = networkOf(address);
		const ofNetwork = taken.get(network) ?? 0;
		if (total >= maxVisitorStreams || ofNetwork >= maxVisitorStreamsPerNetwork) throw tooMany();
		taken.set(network, ofNetwork + 1);
		total += 1;
		let isGiven = false;
		return () => {
			if (isGiven) return;
			isGiven = true;
			giveBack(network);
		};
	}

	function giveBack(network: string): void {
		total -= 1;
		const left = (taken.get(network) ?? 0) - 1;
		if (left > 0) taken.set(network, left);
		else taken.delete(network);
	}

	return { take };
}

const tooMany = (): Refusal => new Refusal('too-many', m.too_many_streams(), { retryAfter: 60 });
