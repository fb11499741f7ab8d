import { z } from 'zod';
import type { Flag } from '../data/sql.ts';
import { says } from '../kernel/schema.ts';
import {
	eachText,
	Item,
	neverPublic,
	texts,
	type PublicSetting,
	type TextField
} from './fields.ts';

const { label: publicLabel, ...publicTexts } = eachText(
	(field) => (texts[field].onPublicList || texts[field]).output
);

/** An item as a visitor sees it; what the settings hide is `""`. */
export const PublicItem = z
	.object({
		uid: Item.shape.uid,
		label: publicLabel,
		done: Item.shape.done,
		...publicTexts,
		addedByName: says('The name of the member who added the item; "" if the settings hide it.')
	})
	.omit(neverPublic)
	.meta({ id: 'PublicItem' });

export type PublicItem = z.infer<typeof PublicItem>;

export function asPublic(item: Item, settings: Record<PublicSetting, Flag>): PublicItem {
	const isShown = (field: TextField) => {
		const rule = texts[field].onPublicList;
		return rule && (rule.under === 'always' || settings[rule.under]);
	};
	return PublicItem.parse({
		...item,
		...eachText((field) => (isShown(field) ? item[field] : '')),
		addedByName: settings.publicShowNames ? item.addedByName : ''
	});
}

const meta = Object.values(texts).filter(
	({ onPublicList }) => onPublicList && onPublicList.under === 'publicShowMeta'
);

/** What visitors see under the setting `publicShowMeta`: "quantities and due dates". */
export const shownMeta = new Intl.ListFormat('en-GB').format(
	meta.map(({ called }) => called.several)
);
