import { requests } from '$lib/server/operations/requests';
import { rest } from '$lib/server/transports/rest';

export const POST = rest(requests.askToJoin);
