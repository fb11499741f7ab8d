import { foldedCookie, foldedIn, withSection } from './format/folded-sections';

const cookie = (): string =>
	document.cookie
		.split('; ')
		.find((pair) => pair.startsWith(`${foldedCookie}=`))
		?.slice(foldedCookie.length + 1) ?? '';

/** The uids of the sections that this browser shows folded. */
export const foldedHere = (): string[] => foldedIn(cookie());

/** Remembers, for the next time the list is shown, whether a section is folded. */
export function rememberFold(uid: string, isFolded: boolean): void {
	if (foldedHere().includes(uid) === isFolded) return;
	const value = withSection(cookie(), uid, isFolded);
	document.cookie = `${foldedCookie}=${value}; path=/; max-age=31536000; samesite=lax`;
}
