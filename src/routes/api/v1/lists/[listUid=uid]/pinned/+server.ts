import { lists } from '$lib/server/operations/lists';
import { rest } from '$lib/server/transports/rest';

export const PUT = rest(lists.pinList);
