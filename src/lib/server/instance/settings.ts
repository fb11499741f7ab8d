import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { languages, type Language } from '../../client/format/language.ts';
import { notYet } from '../kernel/errors.ts';
import { component, flag, named, says, uid, whether } from '../kernel/schema.ts';
import { shownMeta } from '../items/public-item.ts';
import { instanceName } from './instance.ts';
import { lockList } from '../lists/lock.ts';
import { lockHousehold } from '../data/locks.ts';
import type { Unit } from '../kernel/unit.ts';
import { publish } from './publish.ts';

/** What an admin decides for the whole instance. */
export const Settings = component('Settings', {
	name: says('The name of the household.'),
	publicSignup: whether('Whether visitors may become members without approval.'),
	publicList: component('PublicListSettings', {
		listUid: says('The uid of the list that anyone may see; "" for none.'),
		showNames: whether('Whether the public list shows who added an item.'),
		showMeta: whether(`Whether the public list shows ${shownMeta}.`),
		allowJoin: whether('Whether the public list invites visitors to ask to join.'),
		listName: says('The name of the public list; read-only.')
	}),
	defaultLocale: says('The language for visitors.')
});

export type Settings = z.infer<typeof Settings>;

const locales = Object.keys(languages) as [Language, ...Language[]];

const Locale = named(locales, 'Locale', 'The language for visitors.', () =>
	m.language_unknown({ choices: locales.join(', ') })
);

export const SettingsInput = z
	.object(
		{
			name: instanceName,
			publicSignup: flag(
				m.field_public_sign_up,
				'Whether visitors may sign up without approval.'
			).default(false),
			publicList: z
				.object(
					{
						listUid: uid(m.field_public_list)
							.describe('The uid of the list to publish; "" for none.')
							.default(''),
						showNames: flag(
							m.field_show_names,
							'Whether the public list shows who added an item.'
						).default(false),
						showMeta: flag(
							m.field_show_meta,
							`Whether the public list shows ${shownMeta}.`
						).default(false),
						allowJoin: flag(
							m.field_allow_joining,
							'Whether the public list offers visitors to ask to join.'
						).default(false)
					},
					{ error: m.public_list_not_object }
				)
				.meta({ id: 'PublicListSettingsInput' })
				.prefault({}),
			defaultLocale: Locale.default('en')
		},
		{ error: m.settings_not_object }
	)
	.meta({ id: 'SettingsInput' });

export type SettingsInput = z.output<typeof SettingsInput>;

export async function getSettings(unit: Unit): Promise<{ settings: Settings }> {
	const row = await unit.db.instance.findUnique({
		where: { id: 1 },
		include: { publicList: { select: { name: true, deletedAt: true } } }
	});
	if (!row) throw notYet(m.not_set_up_yet());
	const published = row.publicList && !row.publicList.deletedAt;
	const settings = {
		name: row.name,
		publicSignup: row.publicSignup,
		publicList: {
			listUid: published ? (row.publicListUid ?? '') : '',
			showNames: row.publicShowNames,
			showMeta: row.publicShowMeta,
			allowJoin: row.publicAllowJoin,
			listName: published ? (row.publicList?.name ?? '') : ''
		},
		defaultLocale: row.defaultLocale
	};
	return { settings };
}

/** Replaces the settings, and publishes the list that they name. */
export async function replaceSettings(
	unit: Unit,
	{ settings }: { settings: SettingsInput }
): Promise<{ settings: Settings }> {
	const { name, publicSignup, publicList, defaultLocale } = settings;
	await lockHousehold(unit);
	const isPublic = await isPublished(unit, publicList.listUid);
	const toPublish =
		publicList.listUid && !isPublic ? await lockList(unit, publicList.listUid) : undefined;
	await unit.db.instance.update({
		where: { id: 1 },
		data: {
			name,
			publicSignup,
			...(publicList.listUid ? {} : { publicListUid: null }),
			publicShowNames: publicList.showNames,
			publicShowMeta: publicList.showMeta,
			publicAllowJoin: publicList.allowJoin,
			defaultLocale
		}
	});
	unit.record({ kind: 'settings.changed' });
	if (toPublish) await publish(unit, toPublish);
	else unit.record({ kind: 'public-list.changed' });
	return getSettings(unit);
}

/** Whether the public page shows this list. The household is locked, so it stays so. */
async function isPublished(unit: Unit, listUid: string): Promise<boolean> {
	const row = await unit.db.instance.findUnique({
		where: { id: 1 },
		select: { publicListUid: true }
	});
	return row?.publicListUid === listUid;
}
