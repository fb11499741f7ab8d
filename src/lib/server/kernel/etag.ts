/** The strong ETag of the compressed answer, whose bytes are others. */
export function encodedEtag(etag: string, encoding: string): string {
	return etag.replace(/"$/, `-${encoding}"`);
}

/**
 * Whether a header such as If-Match names this ETag, in whatever encoding its answer was sent. Proxies that compress an
 * answer, such as nginx, make its ETag weak. Hearth itself sends strong ones only, so a weak one names the same state.
 */
export function matchesEtag(header: string, etag: string): boolean {
	const named = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
	return (
		header.trim() === '*' || named.some((one) => one.replace(/-(?:zstd|br|gzip)"$/, '"') === etag)
	);
}
