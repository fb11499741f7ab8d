import { items } from '$lib/server/operations/items';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(items.getItem);
export const PATCH = rest(items.changeItem);
export const DELETE = rest(items.deleteItem);
