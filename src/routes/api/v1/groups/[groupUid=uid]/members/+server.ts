import { groups } from '$lib/server/groups/operations';
import { rest } from '$lib/server/http/rest';

export const PUT = rest(groups.setGroupMembers);
