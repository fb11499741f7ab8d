import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { hashPassword } from '../kernel/passwords.ts';
import { askerOf } from '../kernel/throttle.ts';
import { version } from '../kernel/app-version.ts';
import { alreadyExists } from '../kernel/errors.ts';
import { householdRow } from '../kernel/household-row.ts';
import { component, line, says, whether } from '../kernel/schema.ts';
import type { Member } from '../kernel/member.ts';
import { createSignedInMember } from '../members/members.ts';
import type { PrepareContext, Unit } from '../kernel/unit.ts';
import { refuseWithoutCode } from './setup-code.ts';

/** What anyone may know of this instance. */
export const Instance = component('Instance', {
	name: says('The name of the household; "" before the instance is set up.'),
	version: says('The version of Hearth.'),
	needsSetup: whether('Whether the instance waits for its first member.'),
	publicSignup: whether('Whether visitors may become members without approval.'),
	defaultLocale: says('The language for visitors.')
});

export type Instance = z.infer<typeof Instance>;

export const instanceName = line(m.field_household_name, { most: 100 });

export async function getInstance(unit: Unit): Promise<Instance> {
	const row = await householdRow(unit.read);
	return {
		name: row?.name ?? '',
		version,
		needsSetup: !row,
		publicSignup: row?.publicSignup ?? false,
		defaultLocale: row?.defaultLocale ?? 'en'
	};
}

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
