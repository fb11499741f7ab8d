import { groups } from '$lib/server/operations/groups';
import { rest } from '$lib/server/transports/rest';

export const PUT = rest(groups.setGroupMembers);
