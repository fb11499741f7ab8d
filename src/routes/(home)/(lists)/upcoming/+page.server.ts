import { todayOf } from '$lib/server/http/time-zone';
import { daysFrom } from '$lib/client/format/day';
import { restore } from '../undo-offer.server';
import { loadDated } from '../dated.server';
import { tickOfMany } from '../tick.server';
import type { Actions, PageServerLoad } from './$types';

const dayCount = 14;

/** Today and the days after it, with what is due on each. */
export const load: PageServerLoad = async (event) => {
	const days = daysFrom(todayOf(event), dayCount);
	return { days, ...(await loadDated(event, { from: days[0] ?? '', to: days.at(-1) ?? '' })) };
};

export const actions: Actions = { tick: tickOfMany, restore };
