/** Does this word name a unit or a package ("g", "Dose", "Stk.")? In any case, with or without a full stop, also with an "s" more. */
export function isUnit(word: string): boolean {
	const name = folded(word);
	return units.has(name) || units.has(name.replace(/s$/, ''));
}

/** Does this word, right after a number, say that the number is no count of what follows ("2 of", "24 hour", "3 May")? */
export function isNotCounted(word: string): boolean {
	return notCounted.has(folded(word)) || /^\p{Script=Latin}$/u.test(word);
}

/** Does this word make one thing of the package before it ("1 can opener")? */
export function isMadeForPackage(word: string): boolean {
	return madeForPackages.has(folded(word));
}

/** Does the number after this word name it, rather than count it ("size 3 L", "pack of 6 cans")? */
export function isNamedByNumber(word: string): boolean {
	return namedByNumber.has(folded(word)) || notCounted.has(folded(word));
}

const longestWord = 20;

function folded(word: string): string {
	if (word.length > longestWord) return '';
	return word
		.normalize('NFC')
		.toLowerCase()
		.replace('’', "'")
		.replace(/[.,:;!?]{1,3}$/, '');
}

function words(...lines: string[]): ReadonlySet<string> {
	return new Set(lines.join(' ').split(' '));
}

const units = words(
	// metric and imperial
	'mg g kg gr ml cl dl l hl gram gramm gramme gramo kilo kilogram kilogramm',
	'liter litre ltr litro milliliter millilitre metre meter pfund pfd',
	'oz ounce lb pound pt pint qt quart gal gallon floz',
	// the kitchen
	'cup tbsp tsp tablespoon teaspoon pinch handful',
	'el tl esslöffel teelöffel tasse tassen prise msp becher handvoll',
	'càs càc cuillère verre pincée',
	'cucharada cucharadita taza vaso pizca',
	// packages and pieces, English
	'pack packet pk pkt pkg bag bottle can tin box boxes jar tub pots',
	'bunch bunches dozen doz piece pc pair roll carton crate sack punnet',
	'loaf loaves bars sticks slices cloves sheets tube case',
	// German
	'stück stücke stk stck päckchen pck packung packungen paket pakete flasche flaschen fl dose dosen beutel tüte tüten glas gläser',
	'bund dutzend kiste kisten kasten kästen karton säcke netz netze rolle rollen tafel tafeln scheibe scheiben',
	'zehe zehen laib tuben schachtel schachteln schale schalen paar',
	// French
	'boîte bouteille brique sachet paquet botte tranche gousse',
	'douzaine pièce canette barquette bocal bocaux tablette rouleau rouleaux',
	'morceau morceaux paire',
	// Spanish
	'botella lata caja bolsa paquete bote tarro frasco manojo',
	'docena pieza unidad unidades ud barra sobre brik rollo rebanada',
	'diente trozo par pares',
	// Arabic
	'كيلو كغ كجم غ غم غرام جرام لتر مل علبة علب كيس أكياس زجاجة زجاجات حبة حبات باقة ملعقة ملاعق كوب أكواب'
);

const notCounted = words(
	'of for to or and in by more',
	'von für bis oder und zu mal uhr',
	'de du des pour ou et par',
	'del para y o e',
	// times and sums of money
	"am pm o'clock h hr hrs hour hours min mins minute minutes sec second seconds day days week weeks month months",
	'year years stunde stunden minuten tag tage woche wochen monat monate jahr jahre heure heures jour jours semaine semaines',
	'mois an ans hora horas minuto minutos día días semana semanas mes meses año años',
	'euro euros eur dollar dollars usd cent cents pence chf franken',
	// what something measures, not how much of it
	'mm cm km inch inches zoll ft foot feet watt watts volt volts kw mah gb tb hz mph way ply person man seater door star',
	'step speed degrees grad prozent percent',
	'january february march april may june july august september october november december',
	'jan feb apr jun jul aug sep sept oct okt nov dec dez',
	'januar jänner februar märz mai juni juli oktober dezember advent',
	'janvier février mars avril juin juillet août septembre octobre novembre décembre',
	'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'
);

const madeForPackages = words(
	'opener openers holder holders lid lids clip clips rack racks liner liners file files brush brushes stand stands cutter',
	'cutters top tops cap caps recycling'
);

const namedByNumber = words(
	'size no nr number route room flat floor section type model part formula windows channel chapter page',
	'größe nummer zimmer typ teil kapitel seite taille numéro talla número'
);
