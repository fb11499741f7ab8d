/**
 * Tells the server which time zone this browser is in, and again once it names another one. Until then a zone that the member has chosen
 * stays, because some browsers hide theirs. Returns whether a page that was made for `zone` needs a refresh.
 */
export function tellTimeZone(zone: string): boolean {
	const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const kept = '; path=/; max-age=31536000; samesite=lax';
	const told = `hearth_told_zone=${here}`;
	const { cookie } = document;
	// The server may not know such a zone. To tell it again after each refresh would never end.
	const isTold = cookie.includes('hearth_zone=') && cookie.split('; ').includes(told);
	if (!here || isTold) return false;
	document.cookie = told + kept;
	if (here === zone) return false;
	document.cookie = `hearth_zone=${here}${kept}`;
	return true;
}
