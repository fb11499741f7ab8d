import type { Shape } from './icon-shape';

const own = [
	{ name: 'Your account', pathname: '/settings/account', shape: 'person' },
	{ name: 'Activity', pathname: '/activity', shape: 'bell' },
	{ name: 'Signed-in devices', pathname: '/settings/sessions', shape: 'device' },
	{ name: 'Access tokens', pathname: '/settings/tokens', shape: 'key' }
] as const satisfies Entry[];

const shared = [
	{ name: 'Members', pathname: '/settings/members', shape: 'people' },
	{ name: 'Groups', pathname: '/settings/groups', shape: 'group' },
	{ name: 'Requests', pathname: '/settings/requests', shape: 'inbox', isForAdmins: true },
	{
		name: 'Household settings',
		pathname: '/settings/instance',
		shape: 'sliders',
		isForAdmins: true
	},
	{ name: 'About', pathname: '/settings/about', shape: 'info' }
] as const satisfies Entry[];

type Entry = { name: string; pathname: string; shape: Shape; isForAdmins?: boolean };

export type SettingsPage = (typeof own | typeof shared)[number];

/** The pages of the settings that a member may open, in their two groups. */
export function settingsPages(
	isAdmin: boolean
): { title: string; pages: readonly SettingsPage[] }[] {
	return [
		{ title: 'You', pages: own },
		{ title: 'Household', pages: shared.filter((page) => isAdmin || !('isForAdmins' in page)) }
	];
}

export type SettingsCounts = {
	/** How many requests wait for an admin. */
	requestCount: number;
	/** How much in Activity was not read yet. */
	unreadCount: number;
};

/** What waits on a page, and what it is called. */
export function countOn(
	{ pathname }: SettingsPage,
	{ requestCount, unreadCount }: SettingsCounts
): { number: number; of: string } {
	if (pathname === '/activity') return { number: unreadCount, of: 'new' };
	return { number: pathname === '/settings/requests' ? requestCount : 0, of: 'waiting' };
}
