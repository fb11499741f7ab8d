import { lists } from '$lib/server/lists/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(lists.getLists);
export const POST = rest(lists.createList);
