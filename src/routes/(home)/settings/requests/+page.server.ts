import { decisions, loadWaiting } from './waiting.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => loadWaiting(event);

export const actions: Actions = decisions;
