import { noSuchAddress } from '$lib/server/http/rest';

/** Answers what is no address of the API with the API's own 404. */
export const fallback = noSuchAddress;

/** An address with a slash too many is answered so as well, and not redirected. */
export const trailingSlash = 'ignore';
