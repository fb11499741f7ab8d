import { items } from '$lib/server/items/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(items.addItem);
