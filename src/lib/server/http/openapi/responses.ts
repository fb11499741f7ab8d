import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { AnyOperation } from '../../kernel/operation.ts';
import answers from './example-answers.json' with { type: 'json' };
import { etag, replayed, setCookie } from './headers.ts';
import * as refusals from './refusals.ts';
import { componentName } from './component-name.ts';

/** What each address may answer with. Most of it follows from what the catalogue says anyway. */

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

export function refusalsOf(
	operation: AnyOperation,
	asksInQuery: boolean
): ZodOpenApiResponsesObject {
	const { address = '', kind, access, versionedBy, refuses = [], ignoresKey } = operation;
	const writes = kind === 'command';
	const isOpen =
		access.who === 'visitor' || (access.who === 'member' && 'withTemporaryPassword' in access);
	const names = address.includes('{');
	return {
		...(!writes && refusals.unchanged),
		...((writes || asksInQuery) && refusals.malformed),
		...(!endsQuietly(operation) && refusals.unauthenticated),
		...((writes || !isOpen) && refusals.forbidden),
		...((names || refuses.includes('missing')) && refusals.missing),
		...((refuses.includes('exists') || refuses.includes('changed')) && refusals.conflict),
		...(versionedBy && refusals.stale),
		...(writes && { ...refusals.tooLarge, ...refusals.notJson }),
		...(writes && !ignoresKey && refusals.keyReused),
		...(refuses.includes('too-many') && refusals.tooMany),
		...refusals.faults
	};
}

/** Signing out is never refused for a bearer that has ended: twice is fine. */
const endsQuietly = ({ name }: AnyOperation): boolean => name === 'signOut';

const session = 'The browser session of the member who was created or signed in.';
const binding =
	'The cookie that binds the request to this client: only this client can complete it.';

/** How the document describes the `Set-Cookie` of a successful answer, by operation. */
const cookiesSet: Record<string, string> = {
	setUpInstance: session,
	signUp: session,
	completeJoin: session,
	completeReset: session,
	askToJoin: binding,
	askForReset: binding,
	signIn: 'The refresh token, for refreshPair.',
	refreshPair: 'The next refresh token. The previous one works for 10 more seconds.',
	signOut: 'Removes the cookies.',
	deleteInstance: 'Removes the cookies.'
};
