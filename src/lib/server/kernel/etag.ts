/** The strong ETag of the compressed answer, whose bytes are others. */
export function encodedEtag(etag: string, encoding: string): string {
	return etag.replace(/"$/, `-${encoding}"`);
}

/** Whether a header such as If-Match names this ETag, in whatever encoding its answer was sent. */
export function matchesEtag(header: string, etag: string): boolean {
	return (
		header.trim() === '*' ||
		header.split(',').some((one) => one.trim().replace(/-(?:zstd|br|gzip)"$/, '"') === etag)
	);
}
