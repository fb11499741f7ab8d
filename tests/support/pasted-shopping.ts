// A shopping list as people really type it, and the labels and quantities of its items.

export const pasted = [
	'2 l milk',
	'eggs x12',
	'- Brot',
	'• crème fraîche 200 g',
	'[ ] coffee beans',
	'',
	'washing-up liquid',
	'tomatoes 1,5 kg',
	'"7 up"',
	'Äpfel',
	'pasta 500g',
	'oat milk 2x1l',
	'bin bags'
].join('\n');

export const readFromPasted = [
	['milk', '2 l'],
	['eggs', '12'],
	['Brot', ''],
	['crème fraîche', '200 g'],
	['coffee beans', ''],
	['washing-up liquid', ''],
	['tomatoes', '1,5 kg'],
	['7 up', ''],
	['Äpfel', ''],
	['pasta', '500 g'],
	['oat milk', '2 x 1 l'],
	['bin bags', '']
];
