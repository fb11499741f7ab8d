import { activity } from '$lib/server/activity/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(activity.markActivityRead);
