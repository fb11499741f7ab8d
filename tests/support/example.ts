// The examples of the published document, as requests.
import type { oas32 } from 'zod-openapi';
import type { Client, Sent } from './client.ts';
import { clientOf } from './client.ts';
import type { Documented } from './document.ts';
import { committed, parametersOf } from './document.ts';
import { secrets } from './fixture-household.ts';

type Asked = { method: string; path: string; json: object | undefined };

/** The request that the document shows: its path with the examples of all parameters, and its body. */
export function exampleOf(documented: Documented): Asked {
	const given = parametersOf(committed, documented);
	const query = new URLSearchParams();
	let path = documented.path;
	for (const { name, in: where, example } of given) {
		if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
		if (where === 'query' && example !== undefined) query.set(name, String(example));
	}
	const behind = query.size > 0 ? `?${query}` : '';
	const body = documented.operation.requestBody;
	const media = body && 'content' in body ? body.content['application/json'] : undefined;
	const json: object | undefined = media && 'example' in media ? media.example : undefined;
	return { method: documented.method, path: `/api/v1${path}${behind}`, json };
}

/** The answer that the document shows for 200. */
export function exampleAnswerOf({ operation }: Documented): unknown {
	const success: oas32.ResponseObject | oas32.ReferenceObject | undefined =
		operation.responses?.['200'];
	const media = success && 'content' in success ? success.content?.['application/json'] : undefined;
	return media && 'example' in media ? media.example : undefined;
}

/** Ada with a credential that the document accepts: her browser session where a session is enough. */
export function whoMay(origin: string, { operation }: Documented): Client {
	const enough = (operation.security ?? []).map((requirement) => Object.keys(requirement).join());
	if (enough.length === 0) return clientOf(origin);
	if (enough.includes('sessionCookie'))
		return clientOf(origin, { cookies: { hearth_session: secrets.session } });
	if (enough.includes('refreshCookie'))
		return clientOf(origin, { cookies: { hearth_refresh: secrets.refresh } });
	if (enough.includes('requestCookie'))
		return clientOf(origin, { cookies: { hearth_request: secrets.request } });
	throw new Error(`nobody here holds ${enough.join(' or ')}`);
}

/** Sends the request that the document shows, with the parts in `otherwise` replaced. */
export const sendExample = (client: Client, documented: Documented, otherwise: Sent = {}) => {
	const { method, path, json } = exampleOf(documented);
	return client.send(method, path, {
		...(json && otherwise.raw === undefined ? { json } : {}),
		...otherwise
	});
};
