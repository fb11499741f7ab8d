import { casual } from 'chrono-node/es';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['el', 'para', 'este'],
	leading: `desde hasta antes después entre a al la las los un una por de
		cada todos no que próximo proximo último pasado buena`,
	// Also the word for the sea.
	doubtful: ['mar'],
	ahead: { 'pasado mañana': 2 },
	spelled: (words) => words.replace(/ sept?\.?(?= |$)/, ' septiembre'),
	order: 'day first'
});
