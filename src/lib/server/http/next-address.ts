/** Where to go after signing in: an address of this app and nothing else. */
export function nextAddress(next: string | null | undefined): string {
	if (!next || next.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return '/';
	const url = new URL(next, 'http://here.invalid');
	// Dots may fold into a second slash ("/.//elsewhere"), which a browser reads as another host.
	if (url.pathname.startsWith('//')) return '/';
	return url.pathname + url.search + url.hash;
}
