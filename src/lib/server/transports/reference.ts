import type { oas32 } from 'zod-openapi';
import { theDocument } from './openapi.ts';
import { curlExample, fetchExample } from './reference-examples.ts';

/** The published document as people read it: what the page /api shows. */

export type Field = { name: string; type: string; needed: boolean; description: string };
export type Entry = {
	id: string;
	method: string;
	path: string;
	summary: string;
	description: string;
	/** Which credentials do, in words. */
	who: string;
	parameters: (Field & { where: string })[];
	body: Field[];
	answer: Field[];
	statuses: { status: string; description: string }[];
	curl: string;
	fetch: string;
	/** What the example is answered with, as JSON. */
	shown: string;
};
export type Chapter = { name: string; description: string; entries: Entry[] };
export type Resource = { name: string; fields: Field[] };

/** The chapters with the entries that hold every word of `query`, with examples at `origin`. */
export function chaptersFor(query: string, origin: string): Chapter[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const document = theDocument();
	const entries = entriesOf(document, origin);
	return (document.tags ?? [])
		.map(({ name, description = '' }) => ({
			name,
			description,
			entries: entries
				.filter(({ tag }) => tag === name)
				.map(({ entry }) => entry)
				.filter((entry) => words.every((word) => textOf(name, entry).includes(word)))
		}))
		.filter(({ entries: found }) => found.length > 0);
}

export const chapterNames = (): string[] => (theDocument().tags ?? []).map(({ name }) => name);

/** What answers are made of, each once. */
export function resources(): Resource[] {
	const { schemas = {} } = theDocument().components ?? {};
	return Object.entries(schemas).map(([name, schema]) => ({ name, fields: fieldsOf(schema) }));
}

const textOf = (chapter: string, { id, method, path, summary, description }: Entry): string =>
	`${chapter} ${id} ${method} ${path} ${summary} ${description}`.toLowerCase();

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function entriesOf(document: Document, origin: string): { tag: string; entry: Entry }[] {
	return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			if (!operation) return [];
			const entry = entryOf(document, { method: method.toUpperCase(), path, operation, origin });
			return [{ tag: operation.tags?.[0] ?? '', entry }];
		})
	);
}

type Document = oas32.OpenAPIObject;
type Placed = { method: string; path: string; operation: oas32.OperationObject; origin: string };

function entryOf(document: Document, placed: Placed): Entry {
	const { method, path, operation } = placed;
	const parameters = (operation.parameters ?? []).map((given) => parameterOf(document, given));
	const body = jsonIn(operation.requestBody);
	const responses = Object.entries(operation.responses ?? {});
	const success = jsonIn(responses.find(([status]) => status === '200')?.[1]);
	const request = {
		...placed,
		path: addressOf(path, parameters),
		body: exampleIn(body),
		by: credentialFor(operation)
	};
	return {
		id: operation.operationId ?? '',
		method,
		path,
		summary: operation.summary ?? '',
		description: operation.description ?? '',
		who: whoMay(operation),
		parameters: parameters.map(({ name, in: where, required = false, schema, description }) => ({
			...{ name, where, needed: required, type: typeOf(schema) },
			description: description ?? descriptionOf(schema)
		})),
		body: fieldsOf(schemaIn(body)),
		answer: fieldsOf(schemaIn(success)),
		statuses: responses.map(([status, given]) => ({
			status,
			description: responseOf(document, given).description ?? ''
		})),
		curl: curlExample(request),
		fetch: fetchExample(request),
		shown: JSON.stringify(exampleIn(success), null, 2) ?? ''
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

function credentialFor(operation: oas32.OperationObject): 'bearer' | 'session' | 'cookie' | 'none' {
	const schemes = schemesOf(operation);
	if (schemes.includes('accessToken') || schemes.includes('signInPair')) return 'bearer';
	if (schemes.includes('session')) return 'session';
	return schemes.length > 0 ? 'cookie' : 'none';
}

function whoMay(operation: oas32.OperationObject): string {
	const { security = [] } = operation;
	const accessToken = security.find((requirement) => 'accessToken' in requirement)?.accessToken;
	const schemes = schemesOf(operation);
	if (accessToken)
		return accessToken.length > 0
			? `an access token with ${accessToken.join(' and ')}, or whoever is signed in`
			: 'any access token, or whoever is signed in';
	if (schemes.includes('signInPair')) return 'whoever is signed in; no access token';
	if (schemes.includes('session')) return 'a browser that is signed in; no bearer';
	if (schemes.includes('refreshCookie')) return 'whoever holds the refresh cookie';
	if (schemes.includes('requestCookie')) return 'the client that asked';
	return 'anyone';
}

type Schema = oas32.SchemaObject | oas32.ReferenceObject;

function fieldsOf(schema: Schema | undefined, prefix = ''): Field[] {
	if (typeof schema !== 'object' || !('properties' in schema)) return [];
	const needed = schema.required ?? [];
	return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
		{
			name: prefix + name,
			type: typeOf(inner),
			needed: needed.includes(name),
			description: descriptionOf(inner)
		},
		...fieldsOf(inner, `${prefix}${name}.`),
		...fieldsOf(elementOf(inner), `${prefix}${name}[].`)
	]);
}

function elementOf(schema: Schema): Schema | undefined {
	return typeof schema === 'object' && 'items' in schema ? schema.items : undefined;
}

function typeOf(schema: Schema | undefined): string {
	if (typeof schema !== 'object') return '';
	if ('$ref' in schema && typeof schema.$ref === 'string') return nameIn(schema.$ref);
	if ('enum' in schema && schema.enum)
		return schema.enum.map((value: unknown) => (value === '' ? '""' : String(value))).join(' | ');
	if ('const' in schema && schema.const !== undefined) return String(schema.const);
	const element = elementOf(schema);
	if (element) return `array of ${typeOf(element)}`;
	return 'type' in schema ? String(schema.type) : '';
}

const descriptionOf = (schema: Schema | undefined): string =>
	typeof schema === 'object' && 'description' in schema ? (schema.description ?? '') : '';

type Body = oas32.RequestBodyObject | oas32.ResponseObject | oas32.ReferenceObject | undefined;

function jsonIn(given: Body): oas32.MediaTypeObject | undefined {
	const media = given && 'content' in given ? given.content?.['application/json'] : undefined;
	return media && !('$ref' in media) ? media : undefined;
}

const schemaIn = (media: oas32.MediaTypeObject | undefined): Schema | undefined => media?.schema;
const exampleIn = (media: oas32.MediaTypeObject | undefined): unknown => media?.example;

function parameterOf(
	{ components }: Document,
	given: oas32.ParameterObject | oas32.ReferenceObject
): oas32.ParameterObject {
	const found = '$ref' in given ? components?.parameters?.[nameIn(given.$ref)] : given;
	if (!found || '$ref' in found) throw new Error('a parameter of the document is nowhere');
	return found;
}

function responseOf(
	{ components }: Document,
	given: oas32.ResponseObject | oas32.ReferenceObject
): oas32.ResponseObject {
	const found = '$ref' in given ? components?.responses?.[nameIn(given.$ref)] : given;
	if (!found || '$ref' in found) throw new Error('a response of the document is nowhere');
	return found;
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
