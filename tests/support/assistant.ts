// Assistants: the published MCP clients for each generation of the protocol, and bare requests written by hand.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { clientOf, type Answer } from './client.ts';

const who = { name: 'a test', version: '1.0.0' };

/** The new client, which speaks the revision without a handshake. */
export async function assistantOf(origin: string, bearer: string): Promise<Client> {
	const client = new Client(who, { versionNegotiation: { mode: { pin: revision } } });
	await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), header(bearer)));
	return client;
}

/** The client of the 1.x line, which shakes hands. */
export async function oldAssistantOf(origin: string, bearer: string): Promise<OldClient> {
	const client = new OldClient(who);
	const transport = new OldTransport(new URL('/mcp', origin), header(bearer));
	await client.connect(transport);
	return client;
}

const header = (bearer: string) => ({
	requestInit: { headers: { authorization: `Bearer ${bearer}` } }
});

export const revision = '2026-07-28';

/** One request of the revision without a handshake, written by hand. */
export function askedOf(
	origin: string,
	known: Parameters<typeof clientOf>[1],
	method: string,
	params: Record<string, unknown> = {},
	headers: Record<string, string | undefined> = {}
): Promise<Answer> {
	const written = writtenOf(method, params);
	return clientOf(origin, known).send('POST', '/mcp', {
		json: written.json,
		headers: { ...written.headers, ...headers }
	});
}

/** The body of that request, and the headers that repeat what the body says. */
export function writtenOf(method: string, params: Record<string, unknown> = {}) {
	const name = params.name ?? params.uri;
	return {
		json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
		headers: {
			accept: 'application/json, text/event-stream',
			'mcp-protocol-version': revision,
			'mcp-method': method,
			...(typeof name === 'string' ? { 'mcp-name': name } : {})
		}
	};
}

const envelope = {
	'io.modelcontextprotocol/protocolVersion': revision,
	'io.modelcontextprotocol/clientInfo': who,
	'io.modelcontextprotocol/clientCapabilities': {}
};
