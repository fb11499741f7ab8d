import * as m from '../../paraglide/messages.js';
import { admit } from './access.ts';
import { Refusal } from './errors.ts';
import { lockHousehold, lockLists } from '../data/locks.ts';
import { matchesEtag } from './etag.ts';
import { parseOutput, written } from './output.ts';
import type { Unit } from './unit.ts';
import type { AnyOperation } from './operation.ts';

/** Refuses a change of something that has changed since the caller saw it; called inside the transaction of that change. */
export async function refuseIfStale(
	unit: Unit,
	operation: AnyOperation,
	input: Record<string, unknown>,
	ifMatch: string
): Promise<void> {
	if (!operation.versionedBy) return;
	// An ETag is a hash of what the query shows. A caller who may not read that could find it out by guessing.
	if (ifMatch.trim() !== '*') admit(operation.versionedBy.access, unit.caller);
	if (operation.locksHousehold) await lockHousehold(unit);
	await lockLists(unit, locksOf(input));
	const { output, run } = operation.versionedBy;
	const { etag } = written(parseOutput(output, (await run(unit, input, undefined)) ?? {}));
	if (matchesEtag(ifMatch, etag)) return;
	throw new Refusal('stale', m.changed_since_seen(), { etag });
}

/** All that the change itself will lock, so that nobody waits for one list while they hold another. */
function locksOf(input: Record<string, unknown>): { listUids: string[]; itemUids: string[] } {
	const uidsIn = (...fields: string[]) =>
		fields.map((field) => input[field]).filter((uid) => typeof uid === 'string');
	return { listUids: uidsIn('listUid', 'toListUid'), itemUids: uidsIn('itemUid') };
}
