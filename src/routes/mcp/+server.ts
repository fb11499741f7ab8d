import { mcp } from '$lib/server/transports/mcp';

export const fallback = mcp;
