import type { Item } from '$lib/server/items/fields';
import type { Intent, Refusal } from './intent';
import { neighboursOf } from './queue';

/** What became of an intent that was sent. An answer that is not Hearth's counts as lost. */
export type Outcome =
	| { is: 'done'; item?: Item }
	| { is: 'refused'; refusal: Refusal }
	| { is: 'neighbour-gone' }
	| { is: 'signed-out' }
	| { is: 'lost'; retryAfterMs?: number };

export async function outcomeOf(intent: Intent, response: Response): Promise<Outcome> {
	const body: unknown = await response.json();
	if (response.ok && isDone(body))
		return body.item ? { is: 'done', item: body.item } : { is: 'done' };
	if (response.ok || !isRefusal(body)) return { is: 'lost' };
	if (isTransient(response.status)) return { is: 'lost', ...retryAfter(response.headers) };
	if (response.status === 401) return { is: 'signed-out' };
	if (response.status === 404 && intent.kind === 'remove') return { is: 'done' };
	if (intent.kind === 'move' && isOfNeighbour(body) && neighboursOf(intent).length > 0)
		return { is: 'neighbour-gone' };
	return { is: 'refused', refusal: { status: response.status, sentence: body.message } };
}

/** Whether a retry may be answered differently. How often a fault, 500, is retried is up to the sender. */
const isTransient = (status: number): boolean => status > 500 || status === 429 || status === 408;

type Refused = { message: string; details: { fieldViolations?: { field: string }[] }[] };

/**
 * Whether this is how Hearth refuses. A gateway, a company's proxy or a hotel's network answers in JSON as well, and must not take
 * a change, a list or a session away.
 */
export const isRefusal = (body: unknown): body is Refused => Array.isArray(Object(body).details);

/** The answer to a command about one item is that item, or nothing. */
const isDone = (body: unknown): body is { item?: Item } =>
	!!Object(body).item || JSON.stringify(body) === '{}';

const isOfNeighbour = ({ details }: Refused): boolean =>
	details.some(({ fieldViolations = [] }) =>
		fieldViolations.some(({ field }) => field === 'afterItemUid')
	);

function retryAfter(headers: Headers): { retryAfterMs?: number } {
	const seconds = Number(headers.get('retry-after'));
	return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
}
