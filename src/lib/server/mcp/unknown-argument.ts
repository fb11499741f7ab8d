import type { FieldViolation } from '../kernel/errors.ts';
import { similarity } from '../kernel/similarity.ts';
import { clipped, quoted } from './quoted.ts';
import type { JsonObject } from '../http/json.ts';

export const spelledTwice = (name: string, path: string): FieldViolation => ({
	field: '',
	description: `${dotted(path, name)} is given in two spellings. Give it once.`
});

export function unknownArgument(
	name: string,
	path: string,
	properties: JsonObject
): FieldViolation {
	const known = Object.keys(properties);
	const near = nearest(name, known);
	const shown = /^[\w.-]+$/.test(name)
		? clipped(name, maxNameLength)
		: quoted(clipped(name, maxNameLength));
	const sentences = [
		`There is no argument ${shown}${path && ` in ${path}`}.`,
		known.length > 0 ? `Known: ${known.join(', ')}.` : 'It takes none.',
		near && `Did you mean ${near}?`
	];
	// The name is the client's own text, so it stands in the sentence and not in `field`.
	return { field: '', description: sentences.filter(Boolean).join(' ') };
}

function nearest(name: string, known: string[]): string | undefined {
	const likenessTo = similarity(clipped(name, maxNameLength).toLowerCase());
	const alike = known.map((one) => ({ one, alike: likenessTo(one.toLowerCase()) }));
	const best = alike.toSorted((one, other) => other.alike - one.alike)[0];
	return best && best.alike >= minSimilarity ? best.one : undefined;
}

/** Between `due` and `dueOn` it is 0.6, between `done` and `dueOn`, which mean different things, 0.36. */
const minSimilarity = 0.4;
export const maxNameLength = 60;

export const dotted = (path: string, name: string): string => (path ? `${path}.${name}` : name);
