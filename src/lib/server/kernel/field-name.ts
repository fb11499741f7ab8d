/** What a field is called where a sentence begins with it: "A name". A message, since sentences are in the language of who asks. */
export type FieldName = (inputs?: object, options?: { locale?: 'en' }) => string;

/** For the published document, which is in English. */
export const inEnglish = (name: FieldName): string => name({}, { locale: 'en' });
