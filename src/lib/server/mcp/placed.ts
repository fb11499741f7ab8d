import type { z } from 'zod';
import { labelKey } from '../../client/format/fold.ts';
import type * as answers from './answers.ts';
import type { Asking } from './asking.ts';
import { hint } from './hints.ts';
import type { ToolAnswer } from './offer.ts';
import { quoted } from './quoted.ts';
import { getWholeList, type InSection } from './sectioned-list.ts';
import { count, itemLine, lines, namedLine, names, where, type Item, type Named } from './words.ts';

/** Where items were put: a caller who may read is told their sections, and which of these were created for them. */

type LineStanding = z.output<typeof answers.added.standings>[number];

type Added = {
	items: Item[];
	/** How each stood to the list before; [] where all of them were added. */
	standings: LineStanding[];
	lists: Named[];
	newSections: Named[];
};

export async function addedTo(
	asking: Asking,
	{ items, standings, lists, newSections }: Added
): Promise<ToolAnswer> {
	const whole = await wholeList(asking, lists);
	const { items: on = [], sections = [] } = whole ?? {};
	const sectionUids = new Map(on.map(({ uid, sectionUid }) => [uid, sectionUid]));
	const placed = items.map((item) => ({ ...item, sectionUid: sectionUids.get(item.uid) ?? '' }));
	const used = sections.filter(({ uid }) => placed.some(({ sectionUid }) => sectionUid === uid));
	const lineOf = (item: InSection) => {
		const section = used.find(({ uid }) => uid === item.sectionUid);
		return section ? `${itemLine(item)} · in ${quoted(section.name)}` : itemLine(item);
	};
	const those = (standing: LineStanding) =>
		placed.filter((_, at) => (standings[at] ?? 'new') === standing);
	const [fresh, back] = [those('new'), those('ticked')];
	return {
		text: lines(
			fresh.length > 0
				? `Added ${count(fresh.length, 'item')}${where('to', lists)}:`
				: `Added nothing${where('to', lists)}.`,
			...fresh.map(lineOf),
			back.length > 0 && 'On the list already, and unticked:',
			...back.map(lineOf),
			createdLines(newSections, whole),
			standings.length > 0 ? thereLines(those('listed')) : duplicateLines(items, on)
		),
		structured: {
			...{ items: placed, lists },
			...(used.length > 0 && { sections: used })
		}
	};
}

/** The sections that were created because none had the name, beside those that may have been meant. */
export const createdFor = async (
	asking: Asking,
	{ lists, newSections }: Pick<Added, 'lists' | 'newSections'>
): Promise<string> =>
	newSections.length > 0 ? createdLines(newSections, await wholeList(asking, lists)) : '';

type WholeList = { items: InSection[]; sections: Named[] };

const wholeList = (asking: Asking, [list]: Named[]): Promise<WholeList | undefined> =>
	hint(asking, async () => list && (await asking.ask(getWholeList, { listUid: list.uid })));

/** Nothing for a caller who may not read the list: whether a section was there before is not for them. */
function createdLines(created: Named[], list: WholeList | undefined): string {
	if (!list) return '';
	const others = list.sections.filter(({ uid }) => !created.some((section) => section.uid === uid));
	return lines(
		...created.map((section) => `Created the section ${namedLine(section)}.`),
		created.length > 0 &&
			others.length > 0 &&
			`The list had these sections before: ${names(others)}.`
	);
}

/** Items that were on the list already under a label that was added. */
function duplicateLines(added: Item[], on: Item[]): string {
	const labels = new Set(added.map(({ label }) => labelKey(label)));
	const uids = new Set(added.map(({ uid }) => uid));
	const there = on.filter(({ uid, label }) => !uids.has(uid) && labels.has(labelKey(label)));
	return thereLines(there.slice(0, maxLines));
}

const thereLines = (there: Item[]): string =>
	lines(
		there.length > 0 && 'On the list already under the same name, and left as it was:',
		...there.map(itemLine)
	);

const maxLines = 10;
