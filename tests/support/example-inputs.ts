// What the reference shows of each operation, as input to it; of one that has no address what its promise shows.
import { camelised } from '../../src/lib/server/http/text.ts';
import { exampleUids, reference } from '../../src/lib/server/http/openapi/reference.ts';
import { withoutAddress } from '../contract/promises.ts';
import { record } from './answers.ts';

type Input = Record<string, unknown>;

/** What stands in the place of each thing of Mill Lane. */
type About = { [Thing in keyof typeof exampleUids]?: string };

/** The example about other things than those of Mill Lane, and with other texts in place of its own. */
export function exampleInput(
	name: string,
	about: About = {},
	texts: Record<string, string> = {}
): Input {
	const { parameters, body } = reference[name] ?? {};
	const asked = withoutAddress[name]?.asked ?? { ...parameters, ...body };
	const things = Object.entries(exampleUids).flatMap(([thing, uid]) => {
		const other = record(about)[thing];
		return typeof other === 'string' ? [[uid, other] as const] : [];
	});
	return record(replaced(camelised(asked), new Map([...Object.entries(texts), ...things])));
}

function replaced(value: unknown, inPlace: ReadonlyMap<string, string>): unknown {
	if (Array.isArray(value)) return value.map((one) => replaced(one, inPlace));
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, replaced(inner, inPlace)])
		);
	return typeof value === 'string' ? (inPlace.get(value) ?? value) : value;
}
