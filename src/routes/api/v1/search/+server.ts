import { search } from '$lib/server/search/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(search.search);
