import { lists } from '$lib/server/lists/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(lists.getChanges);
