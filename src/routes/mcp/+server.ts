import { mcp } from '$lib/server/transports/mcp';

export const GET = mcp;
export const POST = mcp;
export const DELETE = mcp;
