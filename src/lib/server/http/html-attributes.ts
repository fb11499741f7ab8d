import { directionOf, language } from '../../client/format/language.ts';
import { barMedia } from '../../client/theme.ts';
import { eventInHand } from './request-context.ts';
import { themeOf } from './appearance.ts';

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
