import { trash } from '$lib/server/operations/trash';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(trash.getTrash);
