import { groups } from '$lib/server/groups/operations';
import { rest } from '$lib/server/http/rest';

export const PATCH = rest(groups.renameGroup);
export const DELETE = rest(groups.deleteGroup);
