import { requests } from '$lib/server/requests/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(requests.askToJoin);
