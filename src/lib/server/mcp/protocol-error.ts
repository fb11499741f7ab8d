import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { unfinished } from '../http/fault.ts';
import { loggedRefusal } from '../http/logged-refusal.ts';
import type { Asking } from './asking.ts';
import { clipped } from './quoted.ts';

/** Turns a refusal into an error of the protocol, in the same words, where no result can hold it. */
export async function inProtocol<Answer>(
	asking: Asking,
	doing: string,
	answer: Promise<Answer>
): Promise<Answer> {
	return answer.catch((error: unknown) => {
		if (error instanceof ProtocolError) throw error;
		const { kind, message } = loggedRefusal(asking, error, unfinished(doing));
		const isOurs = kind === 'fault' || kind === 'away';
		const { InternalError, InvalidParams } = ProtocolErrorCode;
		throw new ProtocolError(isOurs ? InternalError : InvalidParams, message);
	});
}

export const noSuch = (what: 'tool' | 'prompt', name: string): ProtocolError =>
	new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} ${clipped(name)}.`);
