import type { oas32 } from 'zod-openapi';
import { theDocument } from '../openapi/document.ts';
import { componentName } from '../openapi/component-name.ts';
import { fieldsOf, type Field } from './schema-fields.ts';
import { descriptionOf, typeOf } from './schema-words.ts';
import { jsonIn, named, parametersOf, responseOf } from './document-references.ts';
import type { Shown } from './shown-request.ts';
import { curlExample } from './curl-example.ts';
import { fetchExample } from './fetch-example.ts';
import { folded, lookingFor } from './search.ts';

/** The published document as people read it: what the page /api shows. */

export type Entry = ReturnType<typeof entryOf> & { curl: string; fetch: string };
type Chapter = { name: string; description: string; entries: Entry[] };
type Resource = { name: string; fields: Field[] };

/** The chapters with the entries that hold every word of `query`, with examples at `origin`. */
export function chaptersFor(query: string, origin: string): Chapter[] {
	const isFound = lookingFor(query);
	return (theDocument().tags ?? [])
		.map(({ name, description = '' }) => ({
			name,
			description,
			entries: described()
				.filter(({ tag, text }) => tag === name && isFound(text))
				.map(({ entry, request }) => ({
					...entry,
					curl: curlExample({ ...request, origin }),
					fetch: fetchExample({ ...request, origin })
				}))
		}))
		.filter(({ entries: found }) => found.length > 0);
}

export const chapterNames = (): string[] => (theDocument().tags ?? []).map(({ name }) => name);

/** The schemas that several addresses share, as far as they hold every word of `query`. */
export function resourcesFor(query: string): Resource[] {
	const { schemas = {} } = theDocument().components ?? {};
	const isFound = lookingFor(query);
	return Object.entries(schemas)
		.filter(([name]) => !isOfOneAddress(name))
		.map(([name, schema]) => ({ name, fields: fieldsOf(schema) }))
		.filter(({ fields }) => fields.length > 0)
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.filter(({ name, fields }) => isFound(folded(`${name} ${inWords(fields)}`)));
}

/** Whether a schema is shown elsewhere: a whole body or answer with its address, and an event in the guide. */
const isOfOneAddress = (name: string): boolean =>
	shownElsewhere.has(name) ||
	described().some(
		({ entry }) => name.replace(/(Request|Answer)$/, '') === componentName(entry.id)
	);

const shownElsewhere = new Set(['ChangeEvent', 'PresenceEvent', 'ResetEvent', 'OpenApiDocument']);

let read: ReturnType<typeof entriesOf> | undefined;

/** Every address of the document, read from it once. */
const described = () => (read ??= entriesOf());

/** The text that a search looks in. Descriptions of statuses are left out, because every address has them. */
function textOf(tag: string, entry: ReturnType<typeof entryOf>): string {
	const { id, method, path, summary, description, who, parameters, body, answer, statuses } = entry;
	const fields = inWords([...parameters, ...body, ...answer]);
	const numbers = statuses.map(({ status }) => status).join(' ');
	return folded(
		`${tag} ${id} ${method} ${path} ${summary} ${description} ${who} ${fields} ${numbers}`
	);
}

const inWords = (fields: Field[]): string =>
	fields.map(({ name, type, description }) => `${name} ${type} ${description}`).join(' ');

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function entriesOf() {
	return Object.entries(theDocument().paths ?? {}).flatMap(([path, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			if (!operation) return [];
			const placed = { method: method.toUpperCase(), path, operation };
			const entry = entryOf(placed);
			const [tag = ''] = operation.tags ?? [];
			return [{ tag, entry, request: requestOf(placed), text: textOf(tag, entry) }];
		})
	);
}

type Placed = { method: string; path: string; operation: oas32.OperationObject };

function entryOf({ method, path, operation }: Placed) {
	const responses = Object.entries(operation.responses ?? {});
	const success = jsonIn(operation.responses?.['200']);
	return {
		id: operation.operationId ?? '',
		method,
		path,
		summary: operation.summary ?? '',
		description: operation.description ?? '',
		/** Which credentials open the address, in words. */
		who: whoMay(operation),
		parameters: parametersOf(operation).map(
			({ name, in: where, required = false, schema, description }) => ({
				...{ name, where, needed: required, type: typeOf(schema) },
				description: description ?? descriptionOf(schema)
			})
		),
		body: fieldsOf(named(jsonIn(operation.requestBody)?.schema)),
		answer: fieldsOf(named(success?.schema)),
		statuses: responses.map(([status, given]) => ({
			status,
			description: responseOf(given).description ?? ''
		})),
		/** The answer to the example, as JSON. */
		shown: JSON.stringify(success?.example, null, 2) ?? ''
	};
}

function requestOf({ method, path, operation }: Placed): Omit<Shown, 'origin'> {
	const success = operation.responses?.['200'];
	return {
		method,
		path: addressOf(path, parametersOf(operation)),
		body: jsonIn(operation.requestBody)?.example,
		by: credentialFor(operation),
		isStream:
			'text/event-stream' in (success && 'content' in success ? (success.content ?? {}) : {})
	};
}

/** The address as its example fills it in. */
function addressOf(path: string, parameters: oas32.ParameterObject[]): string {
	const query = parameters.filter(
		({ in: where, example }) => where === 'query' && example !== undefined
	);
	const behind = new URLSearchParams(query.map(({ name, example }) => [name, String(example)]));
	const filled = parameters
		.filter(({ in: where }) => where === 'path')
		.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
	return `${filled}${behind.size > 0 ? `?${behind}` : ''}`;
}

const schemesOf = ({ security = [] }: oas32.OperationObject): string[] =>
	security.flatMap((requirement) => Object.keys(requirement));

function credentialFor(operation: oas32.OperationObject): Shown['by'] {
	const schemes = schemesOf(operation);
	if (schemes.includes('accessTokenBearer') || schemes.includes('signInPair')) return 'bearer';
	if (schemes.includes('sessionCookie')) return 'session';
	return schemes.length > 0 ? 'cookie' : 'none';
}

function whoMay(operation: oas32.OperationObject): string {
	const { security = [] } = operation;
	const accessToken = security.find(
		(requirement) => 'accessTokenBearer' in requirement
	)?.accessTokenBearer;
	const schemes = schemesOf(operation);
	if (accessToken)
		return accessToken.length > 0
			? `an access token with ${accessToken.join(' and ')}, or a member who is signed in`
			: 'any access token, or a member who is signed in';
	if (schemes.includes('signInPair')) return 'a member who is signed in; no access token';
	if (schemes.includes('sessionCookie')) return 'a browser that is signed in; no bearer';
	if (schemes.includes('refreshCookie')) return 'the holder of the refresh cookie';
	if (schemes.includes('requestCookie')) return 'the client that asked';
	return 'anyone';
}
