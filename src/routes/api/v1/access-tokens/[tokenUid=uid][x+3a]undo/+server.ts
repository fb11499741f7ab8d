import { tokens } from '$lib/server/operations/tokens';
import { rest } from '$lib/server/transports/rest';

export const POST = rest(tokens.undoToken);
