import { malformedFields } from '../kernel/errors.ts';
import { lockEveryList, lockHousehold } from '../data/locks.ts';
import { lockCommits } from '../data/commit-lock.ts';
import type { Compared } from '../members/compare-password.ts';
import type { Unit } from '../kernel/unit.ts';
import { addSetupCode } from './setup-code.ts';
import { refuseOtherName, wrongPassword } from './confirm-deletion.ts';

/** Deletes everything of everybody, for good. Afterwards the instance waits for its first run again. */
export async function deleteInstance(
	unit: Unit,
	{ instanceName }: { instanceName: string },
	compared: Compared
): Promise<void> {
	const { db } = unit;
	await lockHousehold(unit);
	await lockEveryList(unit);
	// The household may have been renamed, and the password replaced, since they were compared.
	await refuseOtherName(unit, instanceName);
	if (!(await db.member.findFirst({ where: compared, select: { uid: true } })))
		throw malformedFields(wrongPassword());
	await db.instance.deleteMany();
	await db.setupCode.deleteMany();
	await db.activity.deleteMany();
	await db.joinRequest.deleteMany();
	await db.resetRequest.deleteMany();
	await db.item.deleteMany();
	await db.list.deleteMany();
	await db.group.deleteMany();
	await db.member.deleteMany();
	await db.attempt.deleteMany();
	// A command that committed while this one waited has written to the outbox; after this lock none can.
	await lockCommits(unit);
	await db.change.deleteMany();
	await db.stream.deleteMany();
	// Keeps the key that this very request may hold, which has no output yet.
	await db.idempotencyKey.deleteMany({ where: { output: { not: '' } } });
	if (!unit.config.setupCode)
		unit.issue({ kind: 'setup-code', secret: await addSetupCode(db, unit.now) });
	unit.audit({ event: 'household-deleted' });
	unit.issue({ kind: 'session-ended' });
	unit.issue({ kind: 'refresh-ended' });
}
