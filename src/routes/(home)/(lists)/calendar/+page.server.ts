import { items } from '$lib/server/items/operations';
import { ask } from '$lib/server/http/page';
import { todayOf } from '$lib/server/http/time-zone';
import { locale } from '$lib/client/format/language';
import { restore } from '../undo-offer.server';
import { loadDated } from '../dated.server';
import { tickOfMany } from '../tick.server';
import { isShown, mostLabels, weeksOf } from './weeks';
import type { Actions, PageServerLoad } from './$types';

/** The month of the day that is asked for, in whole weeks, with what is due on each day. */
export const load: PageServerLoad = async (event) => {
	const asked = event.url.searchParams.get('day') ?? '';
	const day = isShown(asked, locale()) ? asked : todayOf(event);
	const weeks = weeksOf(day, locale());
	const [from = day, to = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
	const [{ days: due }, ofDay] = await Promise.all([
		ask(event, items.getDueDays, { from, to, most: mostLabels }),
		loadDated(event, { from: day, to: day })
	]);
	return { day, weeks, due, ...ofDay };
};

export const actions: Actions = { tick: tickOfMany, restore };
