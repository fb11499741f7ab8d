import * as m from '../../paraglide/messages.js';
import { malformed, type FieldViolation } from '../kernel/errors.ts';
import { householdRow } from '../kernel/household-row.ts';
import type { Unit } from '../kernel/unit.ts';
import type { PrepareContext } from '../kernel/prepare-context.ts';
import { compareOwnPassword } from '../members/password.ts';
import type { Compared } from '../members/compare-password.ts';

type Confirmed = { password: string; instanceName: string };

/** Both must match what is stored. The name guards against a slip, the password against a stranger at an open browser. */
export async function confirmDeletion(
	before: PrepareContext,
	{ password, instanceName }: Confirmed
): Promise<Compared> {
	await refuseOtherName(before, instanceName);
	return compareOwnPassword(before, password, wrongPassword());
}

/** Throws unless the household is called so. */
export async function refuseOtherName(
	{ read }: Pick<Unit, 'read'>,
	instanceName: string
): Promise<void> {
	const row = await householdRow(read);
	if (row?.name === instanceName) return;
	throw malformed('instanceName', m.household_name_wrong());
}

export const wrongPassword = (): FieldViolation => ({
	field: 'password',
	description: m.own_password_wrong()
});
