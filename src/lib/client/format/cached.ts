/**
 * Caches Intl's formats: they are slow to make, and a list asks for the same ones on every row. The cache is bounded, because on
 * the server the time zone is what a browser says, and a zone has endless spellings.
 */
export function cached<Of extends string[], Format>(
	make: (...of: Of) => Format
): (...of: Of) => Format {
	const formats = new Map<string, Format>();
	return (...of) => {
		const key = of.join();
		const known = formats.get(key);
		if (known !== undefined) return known;
		if (formats.size === maxFormats) formats.clear();
		const format = make(...of);
		formats.set(key, format);
		return format;
	};
}

const maxFormats = 200;
