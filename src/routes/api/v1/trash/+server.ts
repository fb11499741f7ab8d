import { trash } from '$lib/server/trash/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(trash.getTrash);
