import { expect, it } from 'vitest';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import {
	maxVisitorStreams,
	maxVisitorStreamsPerNetwork,
	visitorPlaces
} from '../../src/lib/server/events/visitor-places.ts';

it('the number of places for visitors is limited over all networks, and a place that is given back is free', () => {
	const places = visitorPlaces();
	const giveBack = Array.from({ length: maxVisitorStreams }, (_, index) =>
		places.take(`192.0.${Math.floor(index / maxVisitorStreamsPerNetwork)}.1`)
	);
	expect(() => places.take('198.51.100.1')).toThrow(Refusal);
	giveBack[0]?.();
	giveBack[0]?.();
	places.take('198.51.100.1');
	expect(() => places.take('198.51.100.2')).toThrow(Refusal);
});
