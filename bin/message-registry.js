// What the compiled messages ask of Intl, in place of Paraglide's own, which makes each of these anew for every sentence.

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
