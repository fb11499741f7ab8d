import { groups } from '$lib/server/operations/groups';
import { rest } from '$lib/server/transports/rest';

export const PATCH = rest(groups.renameGroup);
export const DELETE = rest(groups.deleteGroup);
