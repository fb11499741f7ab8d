/**
 * The sections that this browser shows folded, as their uids: kept in a cookie, so that the page comes folded already.
 */
export const foldedCookie = 'hearth_folded';

/** What was folded longest ago is forgotten: the cookie goes along with every request. */
const maxFolded = 30;

/** What the cookie says; [] where there is none. A request may bring any cookie. */
export const foldedIn = (cookie = ''): string[] =>
	cookie
		.split('.')
		.filter((uid) => /^[\w-]+$/.test(uid))
		.slice(-maxFolded);

/** The cookie once a section was folded or opened. */
export function withSection(cookie: string, uid: string, isFolded: boolean): string {
	const others = foldedIn(cookie).filter((other) => other !== uid);
	return (isFolded ? [...others, uid] : others).slice(-maxFolded).join('.');
}
