import { tokens } from '$lib/server/tokens/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(tokens.undoToken);
