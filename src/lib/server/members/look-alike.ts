import * as m from '../../paraglide/messages.js';
import { lockName } from '../data/locks.ts';
import { alreadyExists } from '../kernel/errors.ts';
import type { Unit } from '../kernel/unit.ts';
import { looksOf } from './looks.ts';

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
