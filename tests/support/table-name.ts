/** The table of a model. For two models it has another name. */
export const tableOf = (model: string): string => renamed[model] ?? model;

const renamed: Record<string, string> = { Attempt: 'WrongPassword', IdempotencyKey: 'FirstAnswer' };
