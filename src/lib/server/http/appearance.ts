import type { RequestEvent } from '@sveltejs/kit';
import { isTimeZone } from '../../client/format/day.ts';
import { foldedCookie, foldedIn } from '../../client/format/folded-sections.ts';

/** What a browser was asked to remember about how pages look: kept in cookies, so that the first paint is right. */

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export function themeOf({ cookies }: Pick<RequestEvent, 'cookies'>): Theme {
	return themes.find((theme) => theme === cookies.get('hearth_theme')) ?? 'system';
}

/** Whether shortcuts of a single key are on in this browser, whose script reads the cookie too. */
export const areSingleKeysOn = ({ cookies }: Pick<RequestEvent, 'cookies'>): boolean =>
	cookies.get('hearth_keys') !== 'off';

/** The uids of the sections that are folded in this browser, whose script writes the cookie. */
export const foldedOf = ({ cookies }: Pick<RequestEvent, 'cookies'>): string[] =>
	foldedIn(cookies.get(foldedCookie));

export function rememberAppearance(
	{ cookies }: Pick<RequestEvent, 'cookies'>,
	{ theme, zone, keys }: { theme?: string; zone?: string; keys?: 'on' | 'off' }
): void {
	const year = {
		path: '/',
		httpOnly: false,
		sameSite: 'lax',
		secure: false,
		maxAge: 31_536_000
	} as const;
	if (themes.some((known) => known === theme)) cookies.set('hearth_theme', theme ?? '', year);
	if (zone && isTimeZone(zone)) cookies.set('hearth_zone', zone, year);
	if (keys) cookies.set('hearth_keys', keys, year);
}
