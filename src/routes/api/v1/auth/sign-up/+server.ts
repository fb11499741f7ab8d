import { instance } from '$lib/server/instance/operations';
import { rest } from '$lib/server/http/rest';

export const POST = rest(instance.signUp);
