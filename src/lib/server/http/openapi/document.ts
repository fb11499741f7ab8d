import { z } from 'zod';
import {
	createDocument,
	type oas32,
	type ZodOpenApiOperationObject,
	type ZodOpenApiOverride,
	type ZodOpenApiPathsObject
} from 'zod-openapi';
import { catalogue } from '../../catalogue.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { isObject } from '../json.ts';
import { headerParameters, requestHeaders } from './request-headers.ts';
import { exampleOf } from './example.ts';
import { descriptions } from './descriptions.ts';
import { refusalsOf } from './refusals-of-operation.ts';
import { successOf } from './success.ts';
import { securityOf } from './security.ts';
import { securitySchemes } from './security-schemes.ts';
import { byHand } from './streams.ts';
import { about } from './about.ts';
import { componentName } from './component-name.ts';
import { tagOf, tags } from './tags.ts';

/** The published document of the catalogue and of what is written by hand. Making it takes a twentieth of a second. */
export const theDocument = (): oas32.OpenAPIObject =>
	(made ??= createDocument(
		{
			openapi: '3.1.1',
			info: about,
			servers: [{ url: '/api/v1', description: 'The instance that serves this document.' }],
			tags,
			paths: pathsOf(Object.values(catalogue)),
			components: { securitySchemes, parameters: headerParameters }
		},
		{ override: asPublished }
	));

let made: oas32.OpenAPIObject | undefined;

/** The name of a field in the document, where that is not the catalogue's own. */
const spelled: Record<string, string> = {
	afterItemUid: 'after_item_uid',
	toListUid: 'to_list_uid'
};

function pathsOf(operations: AnyOperation[]): ZodOpenApiPathsObject {
	const paths: ZodOpenApiPathsObject = { ...byHand };
	for (const operation of operations) {
		const [method = '', path = ''] = operation.address?.split(' ') ?? [];
		if (path) paths[path] = { ...paths[path], [method.toLowerCase()]: described(operation, path) };
	}
	return paths;
}

function described(operation: AnyOperation, path: string): ZodOpenApiOperationObject {
	const { name, summary, kind } = operation;
	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
	const fields = Object.entries(operation.input.shape).map(
		([field, type]) => [spelled[field] ?? field, type] as const
	);
	const inAddress = fields.filter(([field]) => inPath.includes(field));
	const beside = fields.filter(([field]) => !inPath.includes(field));
	const query = kind === 'query' ? beside : [];
	const body = kind === 'command' ? beside : [];
	const example = exampleOf(operation);
	return {
		operationId: name,
		summary: summary.replace(/\.$/, ''),
		description: descriptions[name] ?? summary,
		tags: [tagOf(path)],
		security: securityOf(operation),
		requestParams: {
			...(inAddress.length > 0 && { path: exemplified(example.parameters, inAddress) }),
			...(query.length > 0 && { query: exemplified(example.parameters, query) })
		},
		parameters: requestHeaders(operation),
		...(body.length > 0 && { requestBody: bodyOf(name, body, example.body) }),
		responses: { 200: successOf(operation), ...refusalsOf(operation, query.length > 0) }
	};
}

type Fields = (readonly [name: string, type: z.core.$ZodType])[];

function bodyOf(name: string, fields: Fields, example: object | undefined) {
	const schema = z.object(Object.fromEntries(fields)).meta({ id: `${componentName(name)}Request` });
	return {
		required: !schema.safeParse({}).success,
		content: { 'application/json': { schema, ...(example && { example }) } }
	};
}

/** Fields with the values that the operation's example has for them. */
function exemplified(parameters: Record<string, unknown>, fields: Fields) {
	const withExample = ([field, type]: Fields[number]) =>
		type instanceof z.ZodType && field in parameters
			? ([field, type.meta({ ...type.meta(), param: { example: parameters[field] } })] as const)
			: ([field, type] as const);
	return z.object(Object.fromEntries(fields.map(withExample)));
}

/**
 * Leaves objects open: answers may gain fields, and unknown fields of a request are ignored. Leaves out limits of whole
 * numbers that are only those of JSON, and a default that is an object: its fields have their own.
 */
const asPublished: ZodOpenApiOverride = ({ jsonSchema }) => {
	delete jsonSchema.additionalProperties;
	for (const field of Object.values(jsonSchema.properties ?? {}))
		if (isObject(field) && isObject(field.default)) delete field.default;
	// An example of a parameter is said beside its schema.
	if ('param' in jsonSchema) delete jsonSchema.param;
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};
