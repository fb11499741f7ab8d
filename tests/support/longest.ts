// Strings that nearly fill a request of 512 KB, in the shapes that are slowest for some code to handle.

const bytes = 390 * 1024;

const filled = (unit: string): string =>
	unit.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));

const shape = (name: string, unit: string, charactersEach = 1, before = '') => {
	const text = before + filled(unit);
	return { shape: name, text, characters: (text.length / unit.length) * charactersEach };
};

export const longestShapes = [
	shape('many words', 'ab ', 3),
	{ ...shape('accents in no order', '\u0301\u0316', 1, 'a'), characters: 1 },
	shape('letters that unfold into many', '\ufdfa'),
	shape('families', '👨‍👩‍👧‍👦'),
	shape('dots', 'a.', 2, 'a@'),
	shape('lines', 'a\n', 2)
];
