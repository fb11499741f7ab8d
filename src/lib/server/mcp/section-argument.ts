import { malformed } from '../kernel/errors.ts';
import type { Arguments } from './asking.ts';
import { isObject } from '../http/json.ts';
import { nameOfSection } from './schemas.ts';

/**
 * A section is named by its uid, or by its name on the list; "" is no section. The operation itself looks a name up and makes a
 * section that is not there. So nothing is made if the operation is refused, and nothing twice if it is sent again.
 */

/** The arguments with the uid or the name of each section that they name, at the top or in each of several items. */
export function withSections(given: Arguments): Arguments {
	const whole = withSection(given);
	if (!Array.isArray(given.items)) return whole;
	const items = given.items.map((item, at) =>
		isObject(item) ? withSection(item, `items.${at}.`) : item
	);
	return { ...whole, items };
}

function withSection({ section, ...rest }: Arguments, path = ''): Arguments {
	if (section === undefined) return rest;
	if (typeof section !== 'string')
		throw malformed(`${path}section`, 'A section is named by its uid or its name.');
	const named = section.trim();
	const isUid = named === '' || /^sec_[\w-]{22}$/.test(named);
	return { ...rest, [isUid ? 'sectionUid' : nameOfSection]: named };
}
