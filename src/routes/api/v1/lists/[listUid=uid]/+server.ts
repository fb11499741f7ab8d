import { lists } from '$lib/server/operations/lists';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(lists.getList);
export const PATCH = rest(lists.renameList);
export const DELETE = rest(lists.deleteList);
