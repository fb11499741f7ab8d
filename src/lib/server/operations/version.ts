import { Refusal } from '../domain/errors.ts';
import { holdList } from '../domain/lists/reached.ts';
import { etagOf, names } from '../domain/version.ts';
import type { Unit } from '../domain/unit.ts';
import type { AnyOperation } from './operation.ts';

/** Refuses a change of something that has changed since the caller saw it; asked inside the change's own transaction. */
export async function refuseIfStale(
	unit: Unit,
	operation: AnyOperation,
	input: Record<string, unknown>,
	ifMatch: string
): Promise<void> {
	if (!operation.versionedBy) return;
	await holdList(unit, input);
	const current = etagOf(
		operation.versionedBy.output.parse(await operation.versionedBy.run(unit, input, undefined))
	);
	if (names(ifMatch, current)) return;
	throw new Refusal(
		'stale',
		'This has changed since you saw it. Nothing was changed; look at it again and repeat your change.',
		{ etag: current }
	);
}
