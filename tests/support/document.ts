// The published document as it is committed. The tests check every answer against it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { oas32 } from 'zod-openapi';

export const committed: oas32.OpenAPIObject = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')
);

export type Documented = {
	/** The operationId. */
	id: string;
	/** As in "PATCH /lists/{listUid}". */
	address: string;
	method: string;
	path: string;
	operation: oas32.OperationObject;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of a document. */
export function operationsIn({ paths = {} }: oas32.OpenAPIObject): Documented[] {
	return Object.entries(paths).flatMap(([path, item]) =>
		methods.flatMap((verb) => {
			const operation = item[verb];
			const method = verb.toUpperCase();
			return operation
				? [
						{
							id: operation.operationId ?? '',
							address: `${method} ${path}`,
							method,
							path,
							operation
						}
					]
				: [];
		})
	);
}

/** The answers an operation may give, by status. */
export function responsesOf({ components }: oas32.OpenAPIObject, { operation, id }: Documented) {
	return Object.entries(operation.responses ?? {}).map(([status, given]) => {
		const response: oas32.ResponseObject | oas32.ReferenceObject | undefined =
			'$ref' in given ? components?.responses?.[nameIn(given.$ref)] : given;
		if (!response || '$ref' in response) throw new Error(`${id} ${status} is not in the document`);
		return { status: Number(status), response };
	});
}

/** The parameters of an operation: in the path, in the query and in headers. */
export function parametersOf({ components }: oas32.OpenAPIObject, { operation, id }: Documented) {
	return (operation.parameters ?? []).map((given): oas32.ParameterObject => {
		const found = '$ref' in given ? components?.parameters?.[nameIn(given.$ref)] : given;
		if (!found || '$ref' in found) throw new Error(`${id} has a parameter that is nowhere`);
		return found;
	});
}

const nameIn = ($ref: string): string => $ref.split('/').at(-1) ?? '';
