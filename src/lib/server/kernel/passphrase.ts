import { createHash, randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Plain words that can be read out over a telephone: 2,048 of them, no two alike in their first four letters. */

/** `count` words at random; 11 bits each. */
export function randomPassphrase(count: number): string {
	return Array.from({ length: count }, () => wordlist[randomInt(wordlist.length)]).join(' ');
}

/** `count` words that depend on nothing but the text. */
export function phraseFor(text: string, count: number): string {
	const digest = createHash('sha256').update(text).digest();
	return Array.from(
		{ length: count },
		(_, index) => wordlist[digest.readUInt16BE(index * 2) % wordlist.length]
	).join(' ');
}
