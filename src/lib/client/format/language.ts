/** The languages that there are texts in, for the settings to offer. Another one is offered once its texts are here. */
export const languages = [{ value: 'en', label: 'English' }];

/** What the pages are written in. */
export const language = 'en';

/** How that language writes dates, numbers and lists. */
export const locale = 'en-GB';
