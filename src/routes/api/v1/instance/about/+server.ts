import { instance } from '$lib/server/operations/instance';
import { rest } from '$lib/server/transports/rest';

export const GET = rest(instance.getAbout);
