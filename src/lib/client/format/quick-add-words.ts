/** Does this word name a unit or a package ("g", "Dose", "Stk.")? In any case, with or without a full stop. */
export function isUnit(word: string): boolean {
	return units.has(folded(word));
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
	'mg g kg gr ml cl dl l hl gram grams gramm gramme grammes gramo gramos kilo kilos kilogram kilograms kilogramm',
	'liter liters litre litres litro litros milliliter millilitre metre metres meter meters pfund pfd',
	'oz ounce ounces lb lbs pound pounds pt pint pints qt quart quarts gal gallon gallons floz',
	// the kitchen
	'cup cups tbsp tbsps tsp tsps tablespoon tablespoons teaspoon teaspoons pinch handful handfuls',
	'el tl esslöffel teelöffel tasse tassen prise msp becher handvoll',
	'càs càc cuillère cuillères tasses verre verres pincée pincées',
	'cucharada cucharadas cucharadita cucharaditas taza tazas vaso vasos pizca',
	// packages and pieces, English
	'pack packs packet packets pk pkt pkts pkg bag bags bottle bottles can cans tin tins box boxes jar jars tub tubs pots',
	'bunch bunches dozen piece pieces pc pcs pair pairs roll rolls carton cartons crate crates sack sacks punnet punnets',
	'loaf loaves bars sticks slices cloves sheets tube tubes case cases',
	// German
	'stück stücke stk päckchen packung packungen paket pakete flasche flaschen fl dose dosen beutel tüte tüten glas gläser',
	'bund dutzend kiste kisten kasten kästen karton kartons sack säcke netz netze rolle rollen tafel tafeln scheibe scheiben',
	'zehe zehen laib tuben schachtel schachteln schale schalen paar',
	// French
	'boîte boîtes bouteille bouteilles brique briques sachet sachets paquet paquets botte bottes tranche tranches gousse gousses',
	'douzaine douzaines pièce pièces canette canettes barquette barquettes bocal bocaux tablette tablettes rouleau rouleaux',
	'morceau morceaux paire paires',
	// Spanish
	'botella botellas lata latas caja cajas bolsa bolsas paquete paquetes bote botes tarro tarros frasco frascos manojo manojos',
	'docena docenas pieza piezas unidad unidades ud uds barra barras sobre sobres brik briks rollo rollos rebanada rebanadas',
	'diente dientes trozo trozos par pares',
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
