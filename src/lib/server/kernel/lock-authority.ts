import { isLocked } from '../data/locks.ts';
import { holdCommits, lockCommits } from '../data/commit-lock.ts';
import type { Access } from './access.ts';
import { memberCaller } from './admit.ts';
import { refuseIfAuthorityChanged } from './authority.ts';
import { requireRowFor, rowOfAuthority } from './authority-row.ts';
import { aboutKind, type Change } from './change-event.ts';
import type { Household } from './household.ts';
import type { Unit } from './unit.ts';

/**
 * From here on nobody else can commit a change of the caller's authority until this transaction ends. Throws where somebody has
 * since the command began.
 */
export async function lockAuthority(
	{ database, clock }: Household,
	access: Access,
	unit: Unit,
	changes: Change[]
): Promise<void> {
	const requireRow = requireRowFor(access, unit);
	if (requireRow) {
		const changesLockedListsAlone = changes.every(
			({ kind, listUid = '' }) => aboutKind(kind)?.of === 'item' && isLocked(unit, listUid)
		);
		await (changesLockedListsAlone ? holdCommits(unit) : lockCommits(unit, { waits: false }));
		return requireRow(unit.db, rowOfAuthority(memberCaller(unit.caller), clock()));
	}
	await lockCommits(unit);
	// Where one command runs at a time, nobody can have committed such a change.
	if (unit.dialect.locks)
		await refuseIfAuthorityChanged(access, { ...unit, read: database.read, now: clock() });
}
