/** The table of a model. For one model it has another name. */
export const tableOf = (model: string): string =>
	model === 'IdempotencyKey' ? 'FirstAnswer' : model;
