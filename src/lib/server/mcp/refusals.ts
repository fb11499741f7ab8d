import type { Refusal } from '../kernel/errors.ts';
import { mayNow, type Asking } from './asking.ts';
import { lines } from './words.ts';
import { nextAfter } from './next-step.ts';
import { violated } from './violation-line.ts';
import { whatThereIs, type Called } from './what-there-is.ts';

/** What is wrong, and what to do next: an assistant has nobody else to ask. */
export async function refusedIn(asking: Asking, called: Called, refusal: Refusal): Promise<string> {
	const { kind, message, violations, retryAfter } = refusal;
	const isReader = mayNow(asking.caller, 'read');
	return lines(
		...(kind === 'malformed' && violations.length > 0
			? violations.slice(0, maxViolations).map((one, at) => violated(one, called.given, at === 0))
			: [message]),
		retryAfter !== undefined && `Try again in ${retryAfter} s.`,
		nextAfter(refusal),
		isReader && (await whatThereIs(asking, called, refusal))
	);
}

const maxViolations = 10;
