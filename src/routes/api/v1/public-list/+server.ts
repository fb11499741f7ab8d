import { instance } from '$lib/server/instance/operations';
import { rest } from '$lib/server/http/rest';

export const GET = rest(instance.getPublicList);
