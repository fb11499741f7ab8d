import { decisions, waiting } from './waiting.server';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => waiting(event);

export const actions: Actions = decisions;
