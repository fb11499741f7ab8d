import type { z } from 'zod';
import { keyIn } from '../http/idempotency-key.ts';
import type { Access } from '../kernel/access.ts';
import { admit, isAdmitted } from '../kernel/admit.ts';
import type { MemberCaller } from '../kernel/caller.ts';
import { malformed } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { argumentsIn } from './argument-names.ts';
import type { Arguments, Asking } from './asking.ts';
import { lean, withHasNote } from './lean.ts';
import { listUidOf } from './named-lists.ts';
import { withSections } from './section-argument.ts';
import { answerOf, argumentsOf, namesOfUids } from './schemas.ts';
import { uidsOf } from './sharing.ts';

export type Offered = ReturnType<typeof offer>;

/** What a tool answers: a text for the model, and the structured answer. */
export type ToolAnswer = { text: string; structured: Record<string, unknown> };

/** `sent` is what the client sent, with the names and the nulls that are not in `given`. */
type Call = { asking: Asking; given: Arguments; sent: Arguments };

type Options = {
	/** The schema of the structured answer, where that is not the operation's output. */
	shape?: z.ZodObject;
	/** Arguments that only say how much is shown. */
	beside?: z.ZodObject;
	/** Throws where the arguments are well-formed and ask for nothing, or for something else than they seem to. */
	refuse?(given: Arguments): void;
};

/** An operation as a tool of assistants. `say` puts what came of it into words. */
export function offer<Input extends z.ZodObject, Output extends z.ZodObject, Prepared>(
	operation: Operation<Input, Output, Prepared>,
	say: (output: z.output<Output>, call: Call) => string | ToolAnswer | Promise<string | ToolAnswer>,
	{ shape = operation.output, beside, refuse }: Options = {}
) {
	const { tool, name, summary, kind, access } = operation;
	if (!tool) throw new Error(`${name} says nothing to assistants`);
	const inputSchema = argumentsOf(operation, beside);
	const needed: Access[] = [access];
	if (tool.alsoNeeds) needed.push({ who: 'member', ability: tool.alsoNeeds });
	return {
		operation: name,
		described: {
			name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			title: tool.title,
			description: `${summary} ${tool.when}`,
			inputSchema,
			...(Object.keys(shape.shape).length > 0 && { outputSchema: answerOf(shape) }),
			annotations: {
				title: tool.title,
				readOnlyHint: kind === 'query',
				destructiveHint: tool.destructive === true,
				idempotentHint: kind === 'query' || tool.idempotent === true,
				openWorldHint: false
			}
		},
		isFor: (caller: MemberCaller): boolean => needed.every((one) => isAdmitted(one, caller)),
		call: async (asking: Asking, sent: Arguments): Promise<ToolAnswer> => {
			for (const one of needed) admit(one, asking.caller);
			const { idempotencyKey, ...given } = argumentsIn(inputSchema, sent);
			const key = keyIn('idempotencyKey', idempotencyKey);
			refuse?.(given);
			const input = () => inputOf(asking, given);
			const output = await asking.ask(operation, input, { key, sent: JSON.stringify(given) });
			const said = await say(output, { asking, given, sent });
			const { text, structured } =
				typeof said === 'string' ? { text: said, structured: output } : said;
			return { text, structured: lean(shape.parse(withHasNote(structured))) };
		}
	};
}

/** Replaces the names of lists, members and groups by their uids. The operation looks up the name of a section. */
async function inputOf(asking: Asking, given: Arguments): Promise<Arguments> {
	const input = { ...given };
	for (const [field, name] of Object.entries(namesOfUids)) {
		if (name === 'section') continue;
		const named = given[name];
		delete input[name];
		if (named === undefined || named === '') continue;
		if (name === 'members' || name === 'groups') input[field] = await uidsOf(asking, name, named);
		else if (typeof named === 'string') input[field] = await listUidOf(asking, named);
		else throw malformed(name, 'A list is named by its uid or its name.');
	}
	return withSections(input);
}
