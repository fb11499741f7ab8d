import { unseen } from '../kernel/patterns.ts';
import { fold } from '../kernel/text.ts';

/** A key that is the same for names that look alike: without case, accents, what is invisible, and a letter's script. */
export function looksOf(name: string): string {
	const seen = fold(name).replace(notSeen, '');
	return Array.from(seen, (letter) => likeLatin.get(letter) ?? letter).join('');
}

const notSeen = new RegExp(`[${unseen}\\p{Cf}\\s]+`, 'gu');

/** Small letters of other scripts, and digits, with the Latin letters that they or their capitals look like. */
const likeLatin = new Map(
	Object.entries({
		a: 'аαɑ',
		b: 'вβ',
		c: 'сϲ',
		d: 'ԁ',
		e: 'еεҽ',
		g: 'ԍɡ',
		h: 'һнη',
		i: 'іιӏı1lј',
		k: 'кκ',
		m: 'мμ',
		n: 'νո',
		o: 'оοσօ0',
		p: 'рρ',
		q: 'ԛ',
		s: 'ѕ',
		t: 'тτ',
		u: 'υս',
		w: 'ԝω',
		x: 'хχ',
		y: 'уγ',
		z: 'ζ'
	}).flatMap(([latin, alike]) => Array.from(alike, (letter) => [letter, latin] as const))
);
