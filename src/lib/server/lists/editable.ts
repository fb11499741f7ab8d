import * as m from '../../paraglide/messages.js';
import { forbidden, notYet } from '../kernel/errors.ts';
import { isSharedToEdit } from '../kernel/may-edit.ts';
import { actor, type Unit } from '../kernel/unit.ts';
import type { ListRow } from './list.ts';

/** What `refuseUnlessEditable` decides by. */
export type Guarded = Pick<ListRow, 'ownerUid' | 'sharing' | 'sharedEdit' | 'archivedAt'>;

/** Refuses a caller who sees the list without the right to change what is on it, and an archived list. */
export function refuseUnlessEditable(unit: Unit, list: Guarded): void {
	if (!isSharedToEdit(actor(unit), list)) throw forbidden(m.list_read_only());
	if (list.archivedAt) throw notYet(m.list_archived());
}
