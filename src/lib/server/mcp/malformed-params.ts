import {
	isLegacyRequest,
	ProtocolErrorCode,
	specTypeSchemas,
	type SpecTypeName
} from '@modelcontextprotocol/server';
import { isObject } from '../http/json.ts';

/**
 * The methods whose malformed params the SDK answers with the issues of its schema as JSON, mostly as -32603, an internal
 * error. Other methods, and batches, are left to the SDK.
 */
const requests: Record<string, SpecTypeName> = {
	initialize: 'InitializeRequest',
	'tools/list': 'ListToolsRequest',
	'tools/call': 'CallToolRequest',
	'resources/list': 'ListResourcesRequest',
	'resources/templates/list': 'ListResourceTemplatesRequest',
	'resources/read': 'ReadResourceRequest',
	'prompts/list': 'ListPromptsRequest',
	'prompts/get': 'GetPromptRequest',
	'completion/complete': 'CompleteRequest'
};

/** An error of the protocol where the params of a request are not what its method takes. */
export async function refusalOfParams(
	request: Request,
	body: unknown
): Promise<Response | undefined> {
	if (!isObject(body) || typeof body.method !== 'string' || !isId(body.id)) return undefined;
	const type = Object.hasOwn(requests, body.method) ? requests[body.method] : undefined;
	if (!type) return undefined;
	// Revisions without a handshake have no such method; the SDK says so.
	if (type === 'InitializeRequest' && !(await isLegacyRequest(request, body))) return undefined;
	const { issues: [first] = [] } = specTypeSchemas[type]['~standard'].validate(body);
	if (!first) return undefined;
	const message = `${nameOf(first.path)} of ${body.method} is missing or not what it should be.`;
	const error = { code: ProtocolErrorCode.InvalidParams, message };
	return Response.json({ jsonrpc: '2.0', id: body.id, error });
}

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

const nameOf = (path: readonly (PropertyKey | { key: PropertyKey })[] = []): string =>
	path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
