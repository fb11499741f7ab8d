/** The table of a model, which for one of them has another name. */
export const tableOf = (model: string): string =>
	model === 'IdempotencyKey' ? 'FirstAnswer' : model;
