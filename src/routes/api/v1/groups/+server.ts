import { groups } from '$lib/server/groups/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(groups.getGroups);
export const POST = rest(groups.createGroup);
