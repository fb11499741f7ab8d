/** The same as `make`, which is called once for each object, as long as the object is in use. The object may not change. */
export function madeOnce<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
	const made = new WeakMap<Of, Made>();
	return (of) => {
		if (!made.has(of)) made.set(of, make(of));
		return made.get(of) as Made;
	};
}
