import { groups } from '$lib/server/operations/groups';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(groups.getGroups);
export const POST = rest(groups.createGroup);
