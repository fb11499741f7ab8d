import type { Server } from '@modelcontextprotocol/server';
import type { Asking } from './asking.ts';
import { messagesOf, promptsFor } from './prompts.ts';
import { inProtocol, noSuch } from './protocol-error.ts';

export function offerPrompts(server: Server, asking: Asking): void {
	server.setRequestHandler('prompts/list', () => ({
		prompts: promptsFor(asking.caller).map(({ needs, ask, ...described }) => described)
	}));
	server.setRequestHandler('prompts/get', async ({ params }) => {
		const prompt = promptsFor(asking.caller).find(({ name }) => name === params.name);
		if (!prompt) throw noSuch('prompt', params.name);
		return inProtocol(asking, prompt.name, messagesOf(asking, prompt, params.arguments ?? {}));
	});
}
