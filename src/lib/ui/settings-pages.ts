import * as m from '$lib/paraglide/messages';
import type { Shape } from './icon-shape';

const own = [
	{ name: m.your_account, pathname: '/settings/account', shape: 'person' },
	{ name: m.activity, pathname: '/activity', shape: 'bell' },
	{ name: m.signed_in_devices, pathname: '/settings/sessions', shape: 'device' },
	{ name: m.access_tokens, pathname: '/settings/tokens', shape: 'key' },
	{ name: m.keyboard_shortcuts, pathname: '/settings/keys', shape: 'keyboard' }
] as const satisfies Entry[];

const shared = [
	{ name: m.members, pathname: '/settings/members', shape: 'people' },
	{ name: m.groups, pathname: '/settings/groups', shape: 'group' },
	{ name: m.requests, pathname: '/settings/requests', shape: 'inbox', isForAdmins: true },
	{
		name: m.household_settings,
		pathname: '/settings/instance',
		shape: 'sliders',
		isForAdmins: true
	},
	{ name: m.about, pathname: '/settings/about', shape: 'info' }
] as const satisfies Entry[];

type Entry = { name: () => string; pathname: string; shape: Shape; isForAdmins?: boolean };

type SettingsPage = (typeof own | typeof shared)[number];

/** The pages of the settings that a member may open, in their two groups. */
export function settingsPages(
	isAdmin: boolean
): { id: string; title: string; pages: readonly SettingsPage[] }[] {
	return [
		{ id: 'you', title: m.settings_of_you(), pages: own },
		{
			id: 'household',
			title: m.household(),
			pages: shared.filter((page) => isAdmin || !('isForAdmins' in page))
		}
	];
}

export type SettingsCounts = {
	/** How many requests wait for an admin. */
	requestCount: number;
	/** How much in Activity was not read yet. */
	unreadCount: number;
};

/** How many entries wait on a page, and the word for them. */
export function countOn(
	{ pathname }: SettingsPage,
	{ requestCount, unreadCount }: SettingsCounts
): { number: number; of: string } {
	if (pathname === '/activity') return { number: unreadCount, of: m.count_new() };
	return { number: pathname === '/settings/requests' ? requestCount : 0, of: m.count_waiting() };
}
