import { expect, it } from 'vitest';
import { Refusal } from '../../src/lib/server/kernel/errors.ts';
import {
	maxVisitorStreams,
	maxVisitorStreamsPerNetwork,
	refuseWithoutPlace
} from '../../src/lib/server/events/visitor-places.ts';

it('the number of places for visitors is limited over all networks', () => {
	const open = Array.from({ length: maxVisitorStreams }, (_, index) => ({
		network: `192.0.${Math.floor(index / maxVisitorStreamsPerNetwork)}.1`
	}));
	expect(() => refuseWithoutPlace(open, '198.51.100.1')).toThrow(Refusal);
	refuseWithoutPlace(open.slice(1), '198.51.100.1');
});
