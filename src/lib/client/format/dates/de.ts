import { casual } from 'chrono-node/de';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['am', 'bis', 'für', 'zum', 'den', 'dem', 'diesen'],
	leading: `ab seit vom vor nach jeden jeder oder nicht kein der die das
		immer nur außer ausser frühestens erster ersten zweiter zweiten dritter dritten vierten
		nächsten nächster übernächsten folgenden vorigen letzten letzter kommenden
		am den zum diesen frühen früher guten schönen schwarzer weißer als`,
	// In these, "Morgen" is not tomorrow but the morning.
	doubtful: ['so', 'am morgen', 'den morgen', 'zum morgen', 'diesen morgen'],
	counted:
		/^(?:in|binnen|innerhalb von) (?:\d{1,3}|ein(?:em|er)|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn) (?:tage?n?|wochen?)$/,
	// "24 Dez" without the full stop of its number.
	spelled: (words) =>
		words.replace(/^(\d{1,2}) (?=\p{L})/u, '$1. ').replace(/^sonnabend$/, 'samstag'),
	order: 'day first'
});
