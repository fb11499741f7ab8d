import { members } from '$lib/server/operations/members';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(members.getSessions);
