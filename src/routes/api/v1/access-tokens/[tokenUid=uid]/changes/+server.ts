import { tokens } from '$lib/server/operations/tokens';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(tokens.getTokenChanges);
