import type { Item } from '$lib/server/items/fields';
import type { Intent, Refusal } from './intent';
import { neighboursOf } from './queue';

/** What became of an intent that was sent. An answer that is not Hearth's, such as a hotel's sign-in page, counts as lost. */
export type Outcome =
	| { is: 'done'; item?: Item }
	| { is: 'refused'; refusal: Refusal }
	| { is: 'neighbour-gone' }
	| { is: 'signed-out' }
	| { is: 'lost'; retryAfterMs?: number };

export async function outcomeOf(intent: Intent, response: Response): Promise<Outcome> {
	const body = await bodyOf(response);
	if (response.ok && body) return body.item ? { is: 'done', item: body.item } : { is: 'done' };
	if (!body?.message || isPassing(response.status))
		return { is: 'lost', ...retryAfter(response.headers) };
	if (response.status === 401) return { is: 'signed-out' };
	if (response.status === 404 && intent.kind === 'remove') return { is: 'done' };
	if (intent.kind === 'move' && isOfNeighbour(body) && neighboursOf(intent).length > 0)
		return { is: 'neighbour-gone' };
	return { is: 'refused', refusal: { status: response.status, sentence: body.message } };
}

/** Whether a retry may be answered differently. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

type Body = {
	item?: Item;
	message?: string;
	details?: { fieldViolations?: { field: string }[] }[];
};

const isOfNeighbour = ({ details = [] }: Body): boolean =>
	details.some(({ fieldViolations = [] }) =>
		fieldViolations.some(({ field }) => field === 'afterItemUid')
	);

async function bodyOf(response: Response): Promise<Body | undefined> {
	if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined;
	const body: unknown = await response.json();
	return typeof body === 'object' && body !== null ? body : undefined;
}

function retryAfter(headers: Headers): { retryAfterMs?: number } {
	const seconds = Number(headers.get('retry-after'));
	return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
}
