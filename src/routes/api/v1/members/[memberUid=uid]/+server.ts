import { members } from '$lib/server/members/operations';
import { rest } from '$lib/server/http/rest';

export const DELETE = rest(members.removeMember);
