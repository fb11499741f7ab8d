import { publicEvents } from '$lib/server/transports/sse';

export const GET = publicEvents;
