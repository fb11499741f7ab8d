/**
 * What has just been done, as `?said=…` in the address names it; undefined for a name that is not among `sentences`, such
 * as one that every object inherits.
 */
export function saidIn(
	{ searchParams }: URL,
	sentences: Record<string, () => string>
): string | undefined {
	const name = searchParams.get('said') ?? '';
	return Object.hasOwn(sentences, name) ? sentences[name]?.() : undefined;
}
