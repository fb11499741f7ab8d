import { noSuchAddress } from '$lib/server/http/rest';

/** Whatever is no address of the interface, in the interface's own words. */
export const fallback = noSuchAddress;

/** A slash too many is no such address either, rather than a redirect to one. */
export const trailingSlash = 'ignore';
