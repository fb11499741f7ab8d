// The example of each operation in the reference, as its input. An operation without an address has one in its promise.
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { camelised } from '../../src/lib/server/http/text.ts';
import { exampleOf } from '../../src/lib/server/http/openapi/example.ts';
import type { AnyOperation } from '../../src/lib/server/kernel/operation.ts';
import { exampleUids } from '../../src/lib/server/kernel/example-household.ts';
import { withoutAddress } from '../contract/promises.ts';
import { record } from './answers.ts';

type Input = Record<string, unknown>;

/** The uids to use in place of those of Mill Lane. */
type About = { [Thing in keyof typeof exampleUids]?: string };

/** The example of an operation, with the uids of Mill Lane and its own texts replaced by those that are given. */
export function exampleInput(
	name: string,
	about: About = {},
	texts: Record<string, string> = {}
): Input {
	const asked = withoutAddress[name]?.asked ?? askedOf(catalogue[name]);
	const things = Object.entries(exampleUids).flatMap(([thing, uid]) => {
		const other = record(about)[thing];
		return typeof other === 'string' ? [[uid, other] as const] : [];
	});
	return record(replaced(camelised(asked), new Map([...Object.entries(texts), ...things])));
}

function askedOf(operation: AnyOperation | undefined): Input {
	if (!operation) return {};
	const { parameters, body } = exampleOf(operation);
	return { ...parameters, ...body };
}

function replaced(value: unknown, inPlace: ReadonlyMap<string, string>): unknown {
	if (Array.isArray(value)) return value.map((one) => replaced(one, inPlace));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, replaced(inner, inPlace)])
		);
	return typeof value === 'string' ? (inPlace.get(value) ?? value) : value;
}
