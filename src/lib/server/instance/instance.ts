import type { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { version } from '../kernel/app-version.ts';
import { householdRow } from '../kernel/household-row.ts';
import { component, line, says, whether } from '../kernel/schema.ts';
import type { Unit } from '../kernel/unit.ts';

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
