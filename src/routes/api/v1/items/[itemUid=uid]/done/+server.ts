import { items } from '$lib/server/operations/items';
import { rest } from '$lib/server/transports/rest';

export const PUT = rest(items.tickItem);
