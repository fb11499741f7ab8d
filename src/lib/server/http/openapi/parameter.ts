import type { oas32 } from 'zod-openapi';

/** A parameter that holds a text. */
export const parameter = (
	where: 'header' | 'query',
	name: string,
	description: string,
	limits: oas32.SchemaObjectValue = {}
): oas32.ParameterObject => ({
	name,
	in: where,
	schema: { type: 'string', ...limits },
	description
});
