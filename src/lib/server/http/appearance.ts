import type { RequestEvent } from '@sveltejs/kit';
import { dayAt, isTimeZone } from '../../client/format/day.ts';
import { foldedCookie, foldedIn } from '../../client/format/folded-sections.ts';
import { directionOf, language } from '../../client/format/language.ts';
import { barMedia } from '../../client/theme.ts';
import { eventInHand } from './language.ts';

/** What a browser was asked to remember about how pages look: kept in cookies, so that the first paint is right. */

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

export function themeOf({ cookies }: Pick<RequestEvent, 'cookies'>): Theme {
	return themes.find((theme) => theme === cookies.get('hearth_theme')) ?? 'system';
}

/** The IANA name of the time zone the member is in; UTC until the browser or the member has said. */
export function timeZoneOf(event: Pick<RequestEvent, 'cookies'>): string {
	return saidZone(event) ?? 'UTC';
}

/** The time zone of the member; undefined until the browser or the member has said. */
export function saidZone({ cookies }: Pick<RequestEvent, 'cookies'>): string | undefined {
	const zone = cookies.get('hearth_zone');
	return zone && isTimeZone(zone) ? zone : undefined;
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

/** The calendar day where the member is, YYYY-MM-DD. */
export function todayOf(event: Pick<RequestEvent, 'cookies' | 'locals'>): string {
	return dayAt(event.locals.household.clock(), timeZoneOf(event));
}

/** The attributes of `<html>` on the page that is being rendered. The build puts a call of this into app.html, see vite.config.ts. */
export function htmlAttributes(): string {
	const event = eventInHand();
	const written = event?.route.id === '/api' ? 'en' : language();
	const theme = event ? themeOf(event) : 'system';
	return `lang="${written}" dir="${directionOf(written)}" data-theme="${theme}"`;
}

/** When the browser's bar has the colour of a scheme. The build puts calls of this into app.html, too. */
export function barMediaOf(scheme: 'light' | 'dark'): string {
	const event = eventInHand();
	return barMedia(scheme, event ? themeOf(event) : 'system');
}
