import { requests } from '$lib/server/operations/requests';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(requests.getRequests);
