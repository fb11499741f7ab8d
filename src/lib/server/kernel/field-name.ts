/** What a field is called where a sentence begins with it: "A name". A message, so in the caller's language. */
export type FieldName = (inputs?: object, options?: { locale?: 'en' }) => string;

/** A sentence about this field. */
export const about =
	(what: FieldName, sentence: (inputs: { what: string }) => string) => (): string =>
		sentence({ what: what() });

/** For the published document, which is in English. */
export const inEnglish = (name: FieldName): string => name({}, { locale: 'en' });

/** The same within a sentence: "the list" for "The list". */
export const withinSentence = (name: FieldName): string =>
	inEnglish(name).replace(/^./, (letter) => letter.toLowerCase());
