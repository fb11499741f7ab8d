/** What the keys move among: the rows of a list, of results, and the lists themselves. */
export const rows = '#main li:has(> a, > .words a, > .tick)';
