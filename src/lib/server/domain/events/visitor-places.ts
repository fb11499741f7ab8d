import { networkOf } from '../../platform/network.ts';
import { Refusal } from '../errors.ts';

/** How many streams visitors may have open in one process: apart from those of members, and no address all of them. */
export const maxVisitorStreams = 1000;
export const maxVisitorStreamsPerAddress = 50;

/** Hands out the places of visitors. `take` returns what gives a place back, once; it throws where none is left. */
export function visitorPlaces() {
	const taken = new Map<string, number>();
	let total = 0;

	function take(address: string): () => void {
		const bucket = networkOf(address);
		const ofAddress = taken.get(bucket) ?? 0;
		if (total >= maxVisitorStreams || ofAddress >= maxVisitorStreamsPerAddress) throw tooMany();
		taken.set(bucket, ofAddress + 1);
		total += 1;
		let isGiven = false;
		return () => {
			if (isGiven) return;
			isGiven = true;
			giveBack(bucket);
		};
	}

	function giveBack(bucket: string): void {
		total -= 1;
		const left = (taken.get(bucket) ?? 0) - 1;
		if (left > 0) taken.set(bucket, left);
		else taken.delete(bucket);
	}

	return { take };
}

const tooMany = (): Refusal =>
	new Refusal('too-many', 'Too many streams are open here. Try again in a minute.', {
		retryAfter: 60
	});
