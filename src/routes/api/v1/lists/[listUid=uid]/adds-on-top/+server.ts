import { lists } from '$lib/server/lists/operations';
import { rest } from '$lib/server/http/rest';

export const PUT = rest(lists.setAddsOnTop);
