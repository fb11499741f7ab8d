import { malformed } from '../kernel/errors.ts';
import { fold } from '../kernel/text.ts';
import { items } from '../items/operations.ts';
import { sections } from '../sections/operations.ts';
import type { Arguments, Asking } from './asking.ts';

/**
 * A section is named by its uid, or by its name on the list: without case and accents, the first where several are called so.
 * One that is not there is made, as the last. "" is no section.
 */

/** The arguments with the uids of the sections that they name, at the top or in each of several items. */
export async function withSectionUids(asking: Asking, given: Arguments): Promise<Arguments> {
	const named = [given, ...itemsIn(given)].filter((one) => one.section !== undefined);
	if (named.length === 0) return given;
	const uidOf = sectionsOf(asking, () => listOf(asking, given));
	const placed = async ({ section, ...rest }: Arguments): Promise<Arguments> =>
		section === undefined ? rest : { ...rest, sectionUid: await uidOf(section) };
	const whole = await placed(given);
	if (!Array.isArray(given.items)) return whole;
	const all: unknown[] = [];
	// One after another, so that a section which several of them name is made once.
	for (const item of given.items) all.push(isArguments(item) ? await placed(item) : item);
	return { ...whole, items: all };
}

const itemsIn = ({ items: all }: Arguments): Arguments[] =>
	Array.isArray(all) ? all.filter(isArguments) : [];

const isArguments = (value: unknown): value is Arguments =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list that the items are put on, or stand on. */
async function listOf({ ask }: Asking, given: Arguments): Promise<string> {
	const named = given.listUid ?? given.toListUid;
	if (typeof named === 'string') return named;
	const [itemUid] = Array.isArray(given.itemUids) ? given.itemUids : [];
	return (await ask(items.getItem, { itemUid: String(itemUid ?? '') })).list.uid;
}

/** A uid needs no look at the list, which not every token may read. */
function sectionsOf({ ask }: Asking, list: () => Promise<string>) {
	let listUid = '';
	let known: { uid: string; name: string }[] | undefined;
	return async (named: unknown): Promise<string> => {
		if (typeof named !== 'string')
			throw malformed({
				field: 'section',
				description: 'A section is named by its uid or its name.'
			});
		const name = named.trim();
		if (name === '' || /^sec_[\w-]{22}$/.test(name)) return name;
		listUid ||= await list();
		known ??= (await ask(sections.getSections, { listUid })).sections;
		const there = known.find((section) => fold(section.name) === fold(name));
		if (there) return there.uid;
		const { section } = await ask(sections.createSection, { listUid, name });
		known.push(section);
		return section.uid;
	};
}
