// The functions of Intl that compiled messages call. Replaces Paraglide's own registry, which makes each Intl object anew
// for every sentence; this one caches them.

/** @type {Record<string, Intl.PluralRules>} */
const rules = {};

/** @type {Record<string, Intl.NumberFormat>} */
const formats = {};

/**
 * @param {string} locale
 * @param {unknown} input
 * @param {Intl.PluralRulesOptions} [options]
 */
export function plural(locale, input, options) {
	const key = locale + JSON.stringify(options);
	return (rules[key] ??= new Intl.PluralRules(locale, options)).select(Number(input));
}

/**
 * @param {string} locale
 * @param {unknown} input
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(locale, input, options) {
	const key = locale + JSON.stringify(options);
	return (formats[key] ??= new Intl.NumberFormat(locale, options)).format(Number(input));
}
