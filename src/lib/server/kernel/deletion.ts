import { actor, type Unit } from './unit.ts';

/** The columns of `deletionBy` where nothing is deleted. */
export const undeleted = { deletedAt: null, deletedByUid: null, deletedViaTokenUid: null };

/** Who deleted something, when, and through which token. */
export function deletionBy(unit: Unit) {
	const caller = actor(unit);
	return {
		deletedAt: unit.now,
		deletedByUid: caller.member.uid,
		deletedViaTokenUid: caller.by === 'token' ? caller.token.uid : null
	};
}
