import { activity } from '$lib/server/operations/activity';
import { rest } from '$lib/server/transports/rest';

export const POST = rest(activity.markActivityRead);
