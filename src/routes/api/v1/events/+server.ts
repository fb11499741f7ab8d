import { events } from '$lib/server/http/sse';

export const GET = events;
