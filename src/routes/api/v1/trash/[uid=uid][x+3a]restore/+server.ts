import { trash } from '$lib/server/trash/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(trash.restore);
