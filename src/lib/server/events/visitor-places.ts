import * as m from '../../paraglide/messages.js';
import { Refusal } from '../kernel/errors.ts';

/** How many streams visitors may have open in one process, in all and per network. Members' do not count. */
export const maxVisitorStreams = 1000;
export const maxVisitorStreamsPerNetwork = 50;

/** Throws where the streams that visitors have open leave no place for one more from this network. */
export function refuseWithoutPlace(open: { network: string }[], network: string): void {
	const ofNetwork = open.filter((stream) => stream.network === network).length;
	if (open.length < maxVisitorStreams && ofNetwork < maxVisitorStreamsPerNetwork) return;
	throw new Refusal('too-many', m.too_many_streams(), { retryAfter: 60 });
}
