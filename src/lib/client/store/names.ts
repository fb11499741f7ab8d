/** The names under which a browser keeps things for Hearth. */
export const databaseName = 'hearth';
export const channelName = 'hearth';
export const senderLock = 'hearth-sender';
/** In localStorage, on devices that are to keep nothing. */
export const keepsNothingKey = 'hearth-keeps-nothing';
/** In localStorage, what was done right before a page went away. */
export const leftKey = 'hearth-left';
