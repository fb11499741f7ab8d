import { requests } from '$lib/server/requests/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(requests.getResetRequest);
