import { tokens } from '$lib/server/tokens/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(tokens.getTokenChanges);
