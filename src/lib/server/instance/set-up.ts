import * as m from '../../paraglide/messages.js';
import { alreadyExists } from '../kernel/errors.ts';
import { householdRow } from '../kernel/household-row.ts';
import type { Member } from '../kernel/member.ts';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { createSignedInMember } from '../members/add.ts';
import { refuseWithoutCode } from './refuse-without-code.ts';

type FirstRun = { instanceName: string; name: string; email: string };

/** Refuses a second set-up early, and one from another machine without the code. Hashes the first admin's password. */
export async function firstPasswordHash(
	before: PrepareContext,
	{ password, setupCode }: { password: string; setupCode: string }
): Promise<string> {
	if (await householdRow(before.read)) throw alreadySetUp();
	await refuseWithoutCode(before, setupCode);
	return hashPassword(password, askerOf(before));
}

/** Names the household and makes its first member, an admin. Works once: the instance's one row decides a race. */
export async function setUpInstance(
	unit: Unit,
	input: FirstRun,
	passwordHash: string
): Promise<{ member: Member }> {
	const { count } = await unit.db.instance.createMany({
		data: {
			id: 1,
			name: input.instanceName,
			host: unit.caller.from.host ?? '',
			createdAt: unit.now
		}
	});
	if (count === 0) throw alreadySetUp();
	await unit.db.setupCode.deleteMany();
	const { name, email } = input;
	const newcomer = { name, email, role: 'ROLE_ADMIN', passwordHash } as const;
	const member = await createSignedInMember(unit, newcomer);
	unit.audit({ event: 'set-up', memberUid: member.uid });
	return { member };
}

const alreadySetUp = () => alreadyExists(m.already_set_up());
