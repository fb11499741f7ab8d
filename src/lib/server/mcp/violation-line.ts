import type { FieldViolation } from '../kernel/errors.ts';
import type { Arguments } from './asking.ts';
import { clipped, quoted } from './quoted.ts';
import { isObject } from '../http/json.ts';

/** A sentence about an argument, and which of several things it is about. */
export function violated(
	{ field, description }: FieldViolation,
	given: Arguments,
	isFirst: boolean
): string {
	const [, argument = '', place] = /^(\w+)\.(\d+)(?:\.|$)/.exec(field) ?? [];
	if (place === undefined) return isFirst || !field ? description : `${field}: ${description}`;
	const all = given[argument];
	const one: unknown = Array.isArray(all) ? all[Number(place)] : undefined;
	return `${argument}[${place}]${nameOf(one)}: ${description}`;
}

function nameOf(one: unknown): string {
	const names = isObject(one) ? [one.itemUid, one.label] : [one];
	const name = names.find((text) => typeof text === 'string');
	return name === undefined ? '' : ` (${quoted(clipped(name, maxNameLength))})`;
}

const maxNameLength = 60;
