import { members } from '$lib/server/members/operations';
import { rest } from '$lib/server/http/rest';

export const PATCH = rest(members.changeMe);
