// Checks every answer that a test gets against the published document.
import formats from 'ajv-formats';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { oas32 } from 'zod-openapi';
import { committed, operationsIn, responsesOf, type Documented } from './document.ts';

type Given = { status: number; headers: Record<string, string>; text: string; body: unknown };

/** Throws if an answer below /api is not one that the document allows at its address. */
export function expectDocumented(method: string, address: string, answer: Given): void {
	if (!/^\/api(\/|$)/.test(address)) return;
	const fault = faultOf(method, address, answer);
	if (fault)
		throw new Error(
			`${method} ${address} answered ${answer.status}: ${fault}\n${answer.text.slice(0, 2000)}`
		);
}

/** The operation at this method and address, if there is one. */
function operationAt(method: string, address: string): Documented | undefined {
	const verb = method === 'HEAD' ? 'GET' : method;
	return at(address).find((documented) => documented.method === verb);
}

function faultOf(method: string, address: string, answer: Given): string | undefined {
	const documented = operationAt(method, address);
	if (!documented) return faultOfNowhere(address, answer);
	const response = responses(documented).get(answer.status);
	if (!response) return `this status is not documented for ${documented.id}`;
	return faultOfHeaders(response, answer) ?? faultOfBody(method, response, answer);
}

function faultOfHeaders(
	{ headers: promised = {} }: oas32.ResponseObject,
	{ headers }: Given
): string | undefined {
	for (const [name, header] of Object.entries(promised)) {
		if ('$ref' in header) continue;
		const value = headers[name.toLowerCase()];
		if (value === undefined && header.required) return `the header ${name} is missing`;
		if (value === undefined || !header.schema) continue;
		const fits = compiled(header.schema);
		if (!fits(asSaid(header.schema, value)))
			return `the header ${name} is ${value}: ${ajv.errorsText(fits.errors)}`;
	}
	return undefined;
}

/** A header's text as the type that the document gives it: digits become a number where it is an integer. */
function asSaid(schema: oas32.SchemaObject | oas32.ReferenceObject, text: string): unknown {
	const isWhole = typeof schema === 'object' && 'type' in schema && schema.type === 'integer';
	return isWhole && /^\d+$/.test(text) ? Number(text) : text;
}

function faultOfBody(
	method: string,
	{ content = {} }: oas32.ResponseObject,
	{ headers, text, body }: Given
): string | undefined {
	const [[type, media] = []] = Object.entries(content);
	if (!type || method === 'HEAD') return text === '' ? undefined : 'there should be no body';
	if (headers['content-type']?.split(';')[0] !== type) return `this should be ${type}`;
	if (type !== 'application/json' || !media || !('schema' in media) || !media.schema)
		return undefined;
	const fits = compiled(media.schema);
	return fits(body) ? undefined : ajv.errorsText(fits.errors);
}

/** What is wrong with an answer where no operation has this method and address: it must be an error in the one shape. */
function faultOfNowhere(address: string, answer: Given): string | undefined {
	const other = at(address).length > 0 ? 405 : 404;
	if (![400, 401, 403, other, 413, 500, 503].includes(answer.status))
		return `an address that is not documented answers ${other}`;
	if (answer.status === 405 && !answer.headers.allow) return 'the header Allow is missing';
	if (answer.text === '') return undefined;
	const fits = compiled({ $ref: '#/components/schemas/Error' });
	return fits(answer.body) ? undefined : ajv.errorsText(fits.errors);
}

const addresses = Object.entries(Object.groupBy(operationsIn(committed), ({ path }) => path)).map(
	([path, operations = []]) => ({
		matches: new RegExp(`^/api/v1${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/:]+')}$`),
		literal: !path.includes('{'),
		operations
	})
);

/** The operations at an address. A literal path wins over one with parameters; `/lists/./pinned` counts as `/lists/pinned`. */
function at(address: string): Documented[] {
	const { pathname: path } = new URL(`http://hearth.test${address}`);
	let decoded: string;
	try {
		// An escaped slash is part of a path segment.
		decoded = path
			.split('/')
			.map((word) => decodeURIComponent(word).replaceAll('/', '%2F'))
			.join('/');
	} catch {
		return [];
	}
	const found = addresses.filter(({ matches }) => matches.test(decoded));
	return (found.find(({ literal }) => literal) ?? found[0])?.operations ?? [];
}

const known = new Map<string, Map<number, oas32.ResponseObject>>();

function responses(documented: Documented): Map<number, oas32.ResponseObject> {
	const found =
		known.get(documented.id) ??
		new Map(
			responsesOf(committed, documented).map(({ status, response }) => [status, response] as const)
		);
	known.set(documented.id, found);
	return found;
}

const ajv = new Ajv2020({ allErrors: true, strict: true });
formats.default(ajv);
ajv.addVocabulary(['components', 'example', 'x-enumDescriptions', 'x-enum-varnames']);
ajv.addFormat('password', true);

const validators = new Map<unknown, ValidateFunction>();

/**
 * Checks a value against a schema of the document, whose references lead into it. Objects are closed here: the document
 * lets answers gain fields, and a test has to notice a new one.
 */
export function compiled(schema: AnySchemaObject | oas32.SchemaObject): ValidateFunction {
	const made = validators.get(schema);
	if (made) return made;
	const rooted = typeof schema === 'object' ? { ...closed(schema), components } : schema;
	const fits = ajv.compile(rooted);
	validators.set(schema, fits);
	return fits;
}

function closed(schema: object): AnySchemaObject {
	const inner = Object.entries(schema).map(([name, value]) => [
		name,
		typeof value === 'object' && value !== null && !Array.isArray(value) ? closed(value) : value
	]);
	const { type } = { type: undefined, ...schema };
	return {
		...Object.fromEntries(inner),
		...(type === 'object' ? { additionalProperties: false } : {})
	};
}

const { OpenApiDocument, ...schemas } = committed.components?.schemas ?? {};
const components = { schemas: { ...closed(schemas), OpenApiDocument } };
