import { lists } from '$lib/server/operations/lists';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(lists.getLists);
export const POST = rest(lists.createList);
