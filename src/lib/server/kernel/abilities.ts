import type { Flag } from '../data/sql.ts';
import * as m from '../../paraglide/messages.js';

/** The flags in a row of a token. */
export type TokenFlags = Partial<
	Record<'canRead' | 'canWrite' | 'canDelete' | 'allLists', Flag | null>
>;

export function abilitiesIn({ canRead, canWrite, canDelete }: TokenFlags): Abilities {
	return { read: Boolean(canRead), write: Boolean(canWrite), delete: Boolean(canDelete) };
}

export type Ability = 'read' | 'write' | 'delete';
export type Abilities = Record<Ability, boolean>;

export const withoutAbility: Record<Ability, () => string> = {
	read: m.token_may_not_read,
	write: m.token_may_not_write,
	delete: m.token_may_not_delete
};
