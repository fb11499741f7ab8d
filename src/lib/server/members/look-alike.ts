import * as m from '../../paraglide/messages.js';
import { lockName } from '../data/locks.ts';
import { alreadyExists } from '../kernel/errors.ts';
import { unseen } from '../kernel/patterns.ts';
import { fold } from '../kernel/text.ts';
import type { Unit } from '../kernel/unit.ts';

/**
 * Refuses a name that somebody chooses for themselves if another member has it, or one that looks like it: they would be taken
 * for that member. An admin who adds a member may give two the same name.
 */
export async function refuseLookAlike(
	{ db, dialect }: Pick<Unit, 'db' | 'dialect'>,
	name: string,
	butOf = ''
): Promise<void> {
	// Without this lock, two at once could both choose the name.
	await lockName({ db, dialect }, 'names of members');
	const others = await db.member.findMany({
		where: { removedAt: null, uid: { not: butOf } },
		select: { name: true }
	});
	const looks = looksOf(name);
	if (others.every((other) => looksOf(other.name) !== looks)) return;
	throw alreadyExists(m.name_taken(), 'name');
}

/** A key that is the same for names that look alike: without case, accents, what is invisible, and a letter's script. */
function looksOf(name: string): string {
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
