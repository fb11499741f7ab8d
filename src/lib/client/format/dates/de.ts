import { casual } from 'chrono-node/de';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['am', 'bis', 'für', 'zum', 'den', 'diesen'],
	leading: `ab seit vom vor nach jeden jeder oder nicht kein der die das
		nächsten nächster letzten letzter kommenden guten schwarzer weißer als`,
	doubtful: ['so'],
	// "24 Dez" without the full stop of its number.
	spelled: (words) =>
		words.replace(/^(\d{1,2}) (?=\p{L})/u, '$1. ').replace(/^sonnabend$/, 'samstag'),
	order: 'day first'
});
