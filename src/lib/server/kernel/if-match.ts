import * as m from '../../paraglide/messages.js';
import { admit } from './admit.ts';
import { Refusal } from './errors.ts';
import { lockHousehold, lockLists } from '../data/locks.ts';
import { matchesEtag } from './etag.ts';
import { parseOutput } from './output.ts';
import { written } from './output.ts';
import type { Unit } from './unit.ts';
import type { AnyOperation } from './operation.ts';

/**
 * The refusal of a change of something that has changed since the caller saw it, or undefined. Locks what the change will lock;
 * called inside its transaction. Throws where the caller may not read.
 */
export async function staleness(
	unit: Unit,
	operation: AnyOperation,
	input: Record<string, unknown>,
	ifMatch: string | undefined
): Promise<Refusal | undefined> {
	if (ifMatch === undefined || !operation.versionedBy) return undefined;
	// An ETag is a hash of what the query shows. A caller who may not read that could find it out by guessing.
	if (ifMatch.trim() !== '*') admit(operation.versionedBy.access, unit.caller);
	if (operation.locksHousehold) await lockHousehold(unit);
	await lockLists(unit, locksOf(input));
	const { output, run } = operation.versionedBy;
	const { etag } = written(parseOutput(output, (await run(unit, input, undefined)) ?? {}));
	return matchesEtag(ifMatch, etag)
		? undefined
		: new Refusal('stale', m.changed_since_seen(), { etag });
}

/** All that the change itself will lock, so that nobody waits for one list while they hold another. */
function locksOf(input: Record<string, unknown>): { listUids: string[]; itemUids: string[] } {
	const uidsIn = (...fields: string[]) =>
		fields.map((field) => input[field]).filter((uid) => typeof uid === 'string');
	return { listUids: uidsIn('listUid', 'toListUid'), itemUids: uidsIn('itemUid') };
}
