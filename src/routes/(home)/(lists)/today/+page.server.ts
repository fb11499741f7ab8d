import { todayOf } from '$lib/server/http/time-zone';
import { restore } from '../undo-offer.server';
import { loadDated } from '../dated.server';
import { tickOfMany } from '../tick.server';
import type { Actions, PageServerLoad } from './$types';

/** What is due today, and before it. */
export const load: PageServerLoad = (event) => loadDated(event, { to: todayOf(event) });

export const actions: Actions = { tick: tickOfMany, restore };
