import { publicEvents } from '$lib/server/http/sse';

export const GET = publicEvents;
