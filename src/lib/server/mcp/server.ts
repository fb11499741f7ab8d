import { Server } from '@modelcontextprotocol/server';
import { version } from '../kernel/app-version.ts';
import { mayNow, type Asking } from './asking.ts';
import { instructions } from './instructions.ts';
import { offerTools } from './offer-tools.ts';
import { offerPrompts } from './offer-prompts.ts';
import { offerResources } from './offer-resources.ts';

/** The MCP server for one request of an assistant. */
export function serverFor(asking: Asking, era: 'legacy' | 'modern'): Server {
	const isReader = mayNow(asking.caller, 'read');
	// A client that begins with a handshake is answered one request at a time, and has no stream that could tell it of changes.
	const notifications = era === 'modern' ? { subscribe: true, listChanged: true } : {};
	const reading = isReader ? { resources: notifications, completions: {} } : {};
	const server = new Server(
		{ name: 'hearth', title: 'Hearth', version },
		{ capabilities: { tools: {}, prompts: {}, ...reading }, instructions }
	);
	offerTools(server, asking);
	offerPrompts(server, asking);
	if (isReader) offerResources(server, asking);
	return server;
}
