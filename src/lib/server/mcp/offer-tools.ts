import type { Server } from '@modelcontextprotocol/server';
import { unfinished } from '../http/fault.ts';
import { loggedRefusal } from '../http/logged-refusal.ts';
import type { Asking } from './asking.ts';
import { refusedIn } from './refusals.ts';
import type { Offered } from './offer.ts';
import { toolNamed, toolsFor } from './tools.ts';
import { noSuch } from './protocol-error.ts';

export function offerTools(server: Server, asking: Asking): void {
	server.setRequestHandler('tools/list', () => ({
		tools: toolsFor(asking.caller).map(({ described }) => described)
	}));
	server.setRequestHandler('tools/call', async ({ params }) => {
		const tool = toolNamed(params.name);
		if (!tool) throw noSuch('tool', params.name);
		return answerOf(asking, tool, params.arguments ?? {});
	});
}

async function answerOf(asking: Asking, tool: Offered, given: Record<string, unknown>) {
	try {
		const { text, structured } = await tool.call(asking, given);
		const content = [{ type: 'text' as const, text }];
		return tool.described.outputSchema ? { content, structuredContent: structured } : { content };
	} catch (error) {
		const refusal = loggedRefusal(asking, error, unfinished(tool.operation));
		const text = await refusedIn(asking, { tool: tool.described.name, given }, refusal);
		return { content: [{ type: 'text' as const, text }], isError: true };
	}
}
