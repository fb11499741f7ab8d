import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';
import answers from './example-answers.json' with { type: 'json' };
import { etag, replayed, setCookie } from './answer-headers.ts';
import { componentName } from './component-name.ts';
import { cookiesSet } from './cookies-set.ts';

/** The example answers that tests/contract/examples.test.ts recorded, by the operation's name. */
const recorded: Record<string, object> = answers;

export function successOf({
	name,
	kind,
	output,
	ignoresKey
}: AnyOperation): ZodOpenApiResponseObject {
	const example = recorded[name];
	const cookies = cookiesSet[name];
	return {
		description: 'Success, with every field present.',
		headers: {
			...(kind === 'query' && etag),
			...(kind === 'command' && !ignoresKey && replayed),
			...(cookies && setCookie(cookies))
		},
		content: {
			'application/json': { schema: answerOf(name, output), ...(example && { example }) }
		}
	};
}

/** The schema of an answer, named after its operation where it has no name yet. */
function answerOf(name: string, output: z.ZodObject): z.ZodObject {
	if (output.meta()?.id) return output;
	if (Object.keys(output.shape).length === 0) return Empty;
	return output.meta({ id: `${componentName(name)}Answer` });
}

const Empty = z.object({}).meta({
	id: 'Empty',
	description: 'An empty object: the request succeeded.'
});
