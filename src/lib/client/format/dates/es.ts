import { casual } from 'chrono-node/es';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['el', 'para', 'este'],
	leading: `desde hasta antes después entre a al la las los un una por de ni
		cada todos siempre excepto salvo menos no que próximo siguiente último pasado
		ese aquel otro primer segundo tercer 1er
		esta media toda buena`,
	// Also the word for the sea.
	doubtful: ['mar'],
	counted:
		/^(?:en|dentro de) (?:\d{1,3}|una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (?:d[ií]a|semana)s?$/,
	ahead: { 'pasado mañana': 2 },
	spelled: (words) => words.replace(/ sept?\.?(?= |$)/, ' septiembre').replace(/^día (?=\d)/, ''),
	order: 'day first'
});
