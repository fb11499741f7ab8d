import { isReady } from '$lib/server/runtime/lifecycle';

/** The process answers, and so does its database. */
export const GET = async () =>
	(await isReady())
		? new Response('ready\n')
		: new Response('not ready\n', { status: 503, headers: { 'retry-after': '2' } });
