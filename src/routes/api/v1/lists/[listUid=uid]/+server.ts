import { lists } from '$lib/server/lists/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(lists.getList);
export const PATCH = rest(lists.renameList);
export const DELETE = rest(lists.deleteList);
