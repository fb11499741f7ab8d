import { mcp } from '$lib/server/mcp/endpoint';

export const fallback = mcp;
