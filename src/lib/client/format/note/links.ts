const schemes = ['http:', 'https:', 'mailto:'];

/** The address that a text is; undefined where a note may not link to it. */
export function addressIn(text: string): URL | undefined {
	const url = URL.parse(text);
	return url && schemes.includes(url.protocol) ? url : undefined;
}

/** The host as the browser writes it, which tells look-alike letters apart; "" where the words name it themselves. */
export function targetOf({ protocol, origin, host, pathname, href }: URL, text: string): string {
	if (protocol === 'mailto:') return text === pathname || text === href ? '' : pathname;
	const isSaid = text.startsWith(origin) && /^([/?#]|$)/.test(text.slice(origin.length));
	return isSaid ? '' : host;
}
