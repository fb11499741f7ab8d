// The outcome of an operation: "done", or the kind of its refusal.
import { Refusal } from '../../src/lib/server/kernel/errors.ts';

/** Rethrows an error that is no refusal, since that is always a fault. */
export async function outcome(asked: Promise<unknown>): Promise<string> {
	try {
		await asked;
		return 'done';
	} catch (error) {
		if (error instanceof Refusal) return error.kind;
		throw error;
	}
}

/** The outcomes of concurrent operations, in alphabetical order. */
export const outcomes = async (asked: Promise<unknown>[]): Promise<string[]> =>
	(await Promise.all(asked.map(outcome))).sort();
