import { lists } from '$lib/server/operations/lists';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(lists.getSharing);
export const PUT = rest(lists.shareList);
