import type { Server } from '@modelcontextprotocol/server';
import type { Asking } from './asking.ts';
import { completionOf } from './completion.ts';
import { readResource, resourcesFor, templates } from './resources.ts';
import { inProtocol } from './protocol-error.ts';

export function offerResources(server: Server, asking: Asking): void {
	server.setRequestHandler('resources/list', async () => ({
		resources: await inProtocol(asking, 'resources/list', resourcesFor(asking))
	}));
	server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
	server.setRequestHandler('resources/read', ({ params }) =>
		inProtocol(asking, 'resources/read', readResource(asking, params.uri))
	);
	server.setRequestHandler('completion/complete', ({ params }) =>
		inProtocol(asking, 'completion/complete', completionOf(asking, params))
	);
}
