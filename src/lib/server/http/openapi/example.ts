import { exampleUids } from '../../kernel/example-household.ts';
import type { AnyOperation } from '../../kernel/operation.ts';

/**
 * The example request of an operation: its parameters, in the path and in the query, and its body. The answers in `example-answers.json`
 * are recorded from these requests.
 */
export function exampleOf({ kind, address, example }: AnyOperation) {
	const isInPath = (field: string) => address?.includes(`{${field}}`) ?? false;
	const usual = Object.entries(usually).filter(([field]) => isInPath(field));
	const given = Object.entries({ ...Object.fromEntries(usual), ...example });
	const isParameter = ([field]: [string, unknown]) => kind === 'query' || isInPath(field);
	const body = given.filter((field) => !isParameter(field));
	return {
		parameters: Object.fromEntries(given.filter(isParameter)),
		body: body.length > 0 ? Object.fromEntries(body) : undefined
	};
}

/** What a uid in an address names in an example that says nothing else. */
const usually: Record<string, string> = {
	listUid: exampleUids.groceries,
	sectionUid: exampleUids.dairy,
	itemUid: exampleUids.milk,
	groupUid: exampleUids.cooks,
	memberUid: exampleUids.ben,
	tokenUid: exampleUids.tablet,
	sessionUid: exampleUids.browser
};
