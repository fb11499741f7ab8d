/** What an operation's own bodies and answers are called in the document: CreateList for createList. */
export const componentName = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
