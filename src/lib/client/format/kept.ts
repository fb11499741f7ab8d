/** Intl's formats are slow to make, and a list asks for the same ones on every row. */
export function kept<Of extends string[], Format>(
	make: (...of: Of) => Format
): (...of: Of) => Format {
	const formats = new Map<string, Format>();
	return (...of) => {
		const key = of.join();
		const format = formats.get(key) ?? make(...of);
		formats.set(key, format);
		return format;
	};
}
