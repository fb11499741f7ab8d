import { events } from '$lib/server/transports/sse';

export const GET = events;
