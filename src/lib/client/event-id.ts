/** The id of an event is the number of its Change times this, and a mark of the Change, which only the server reads. */
export const idsPerNumber = 10_000;
