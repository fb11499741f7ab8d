import { members } from '$lib/server/operations/members';
import { rest } from '$lib/server/transports/rest';

export const POST = rest(members.changePassword);
