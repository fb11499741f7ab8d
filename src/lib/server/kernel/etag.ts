import { hashSecret } from './secrets.ts';

/** The strong ETag of an answer: another one for every other byte. */
export function etagOf(output: unknown): string {
	return `"${hashSecret(JSON.stringify(output)).slice(0, 32)}"`;
}

/** Whether a header such as If-Match names this ETag. */
export function matchesEtag(header: string, etag: string): boolean {
	return header.trim() === '*' || header.split(',').some((one) => one.trim() === etag);
}
