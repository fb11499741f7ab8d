/** What the reference explains before it lists the addresses, in this order. */
export const guides = [
	'First steps',
	'Tokens',
	'Errors',
	'Retries',
	'Live events',
	'Assistants'
] as const;

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
