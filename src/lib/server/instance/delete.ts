import * as m from '../../paraglide/messages.js';
import { malformed, malformedFields, type FieldViolation } from '../kernel/errors.ts';
import { lockCommits, lockEveryList, lockHousehold } from '../data/locks.ts';
import { householdRow } from '../kernel/household-row.ts';
import { compareOwnPassword } from '../members/password.ts';
import type { Compared } from '../members/sign-in.ts';
import type { PrepareContext, Unit } from '../kernel/unit.ts';
import { addSetupCode } from './setup-code.ts';

type Confirmed = { password: string; instanceName: string };

/** Both must match what is stored. The name guards against a slip, the password against a stranger at an open browser. */
export async function confirmDeletion(
	before: PrepareContext,
	{ password, instanceName }: Confirmed
): Promise<Compared> {
	await refuseOtherName(before, instanceName);
	return compareOwnPassword(before, password, wrongPassword());
}

async function refuseOtherName({ read }: Pick<Unit, 'read'>, instanceName: string): Promise<void> {
	const row = await householdRow(read);
	if (row?.name === instanceName) return;
	throw malformed('instanceName', m.household_name_wrong());
}

const wrongPassword = (): FieldViolation => ({
	field: 'password',
	description: m.own_password_wrong()
});

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
