import { noSuchAddress } from '$lib/server/http/rest';

/** Answers every address that is none of the API's with the API's own 404. */
export const fallback = noSuchAddress;

/** An address with a slash too many gets this 404, too, and no redirect. */
export const trailingSlash = 'ignore';
