import { items } from '$lib/server/items/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(items.getItem);
export const PATCH = rest(items.changeItem);
export const DELETE = rest(items.deleteItem);
