/** The names under which a browser keeps things for Hearth. */
export const databaseName = 'hearth';
export const channelName = 'hearth';
export const senderLock = 'hearth-sender';
/** The key in localStorage that is set on devices that are to keep nothing. */
export const keepsNothingKey = 'hearth-keeps-nothing';
/** The key in sessionStorage for what was typed about items and is not saved. */
export const draftsKey = 'hearth-drafts';
/** The key in localStorage for what was done right before a page went away. */
export const unwrittenKey = 'hearth-left';

/** In it a page says whose it is: another member may have signed in in this browser since. */
export const memberHeader = 'x-member';

/** With it sign-in says that the session of this browser was ended. */
export const endedHeader = 'x-session-ended';
