import { search } from '$lib/server/operations/search';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(search.search);
