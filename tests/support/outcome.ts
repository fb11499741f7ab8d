// What became of something that was asked: "done", or the kind of its refusal.
import { Refusal } from '../../src/lib/server/kernel/errors.ts';

/** What is no refusal is thrown on: it is a fault, whatever was expected. */
export async function outcome(asked: Promise<unknown>): Promise<string> {
	try {
		await asked;
		return 'done';
	} catch (error) {
		if (error instanceof Refusal) return error.kind;
		throw error;
	}
}

/** The outcomes of what was asked at once, in alphabetical order. */
export const outcomes = async (asked: Promise<unknown>[]): Promise<string[]> =>
	(await Promise.all(asked.map(outcome))).sort();
