import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { email, line, newPassword, password } from '../kernel/schema.ts';
import { About, getAbout } from './about.ts';
import { deleteInstance } from './delete.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { getInstance, Instance, instanceName } from './instance.ts';
import { firstPasswordHash, setUpInstance } from './set-up.ts';
import { Member, memberName } from '../kernel/member.ts';
import { getPublicList, PublicList } from './public-list.ts';
import { getSettings as settingsOf, SettingsInput, replaceSettings, Settings } from './settings.ts';
import { signUp, signUpHash } from './sign-up.ts';
import { examplePassword, exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

const getSettings = query({
	summary: 'Returns the settings of the instance.',
	access: { who: 'admin', refusal: m.only_admins_see_settings },
	address: 'GET /instance/settings',
	input: z.object({}),
	output: z.object({ settings: Settings }),
	run: settingsOf
});

export const instance = operations({
	getInstance: query({
		summary: 'Returns what anyone may know about this instance.',
		access: { who: 'visitor' },
		address: 'GET /instance',
		input: z.object({}),
		output: Instance,
		run: getInstance
	}),
	setUpInstance: command({
		summary:
			'Names the household and creates its first member, an admin; works once. From another machine it requires the code printed at the start.',
		access: { who: 'visitor' },
		address: 'POST /instance:setup',
		refuses: ['exists', 'too-many'],
		input: z.object({
			instanceName,
			name: memberName,
			email,
			password: newPassword(),
			setupCode: line(m.field_setup_code, { most: 200, least: 0 }).default('')
		}),
		example: {
			instanceName: 'Mill Lane',
			name: 'Ada',
			email: 'ada@mill.test',
			password: examplePassword,
			setupCode: 'k7mq-2xwf-9rpt'
		},
		output: z.object({ member: Member }),
		ignoresKey: true,
		prepare: firstPasswordHash,
		run: setUpInstance
	}),
	signUp: command({
		summary: 'Signs a visitor up as a member without approval, if the settings allow it.',
		access: { who: 'visitor' },
		address: 'POST /auth/sign-up',
		refuses: ['exists', 'too-many'],
		input: z.object({ name: memberName, email, password: newPassword() }),
		example: { name: 'Dora', email: 'dora@mill.test', password: examplePassword },
		output: z.object({ member: Member }),
		ignoresKey: true,
		prepare: signUpHash,
		run: signUp
	}),
	getSettings,
	replaceSettings: command({
		summary: 'Replaces the settings of the instance; a setting that is left out takes its default.',
		access: { who: 'admin', refusal: m.only_admins_change_settings },
		address: 'PUT /instance/settings',
		refuses: ['missing'],
		locksHousehold: true,
		versionedBy: getSettings,
		input: z.object({ settings: SettingsInput }),
		example: {
			settings: {
				name: 'Mill House',
				publicSignup: false,
				publicList: {
					listUid: exampleUids.groceries,
					showNames: false,
					showMeta: true,
					allowJoin: true
				},
				defaultLocale: 'de'
			}
		},
		output: z.object({ settings: Settings }),
		run: replaceSettings
	}),
	getAbout: query({
		summary: 'Returns what this instance runs on and how much it holds.',
		access: { who: 'signed-in' },
		address: 'GET /instance/about',
		input: z.object({}),
		output: About,
		run: getAbout
	}),
	getPublicList: query({
		summary: 'Returns the list that is published to anyone, if there is one.',
		access: { who: 'visitor' },
		address: 'GET /public-list',
		input: z.object({}),
		output: PublicList,
		run: getPublicList
	}),
	deleteInstance: command({
		summary: 'Permanently deletes all data of the household.',
		access: { who: 'admin', refusal: m.only_admins_delete_household },
		address: 'POST /instance:delete',
		refuses: ['too-many'],
		input: z.object({
			password: password(m.field_own_password),
			instanceName: line(m.field_name_of_household, { most: 100 })
		}),
		example: { password: examplePassword, instanceName: 'Mill Lane' },
		output: z.object({}),
		ignoresKey: true,
		prepare: confirmDeletion,
		run: deleteInstance
	})
});
