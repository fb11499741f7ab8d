import { activity } from '$lib/server/activity/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(activity.getActivity);
