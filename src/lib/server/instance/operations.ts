import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { email, line, newPassword, password } from '../kernel/schema.ts';
import { About, getAbout } from './about.ts';
import { confirmDeletion, deleteInstance } from './delete.ts';
import {
	firstPasswordHash,
	getInstance,
	Instance,
	instanceName,
	setUpInstance
} from './instance.ts';
import { Member, memberName } from '../kernel/member.ts';
import { getPublicList, PublicList } from './public-list.ts';
import { getSettings as settingsOf, NewSettings, replaceSettings, Settings } from './settings.ts';
import { signUp, signUpHash } from './sign-up.ts';
import { examplePassword, exampleUids } from '../kernel/example-household.ts';
import { operation } from '../kernel/operation.ts';

const getSettings = operation({
	name: 'getSettings',
	summary: 'Returns the settings of the instance.',
	kind: 'query',
	access: { who: 'admin', refusal: m.only_admins_see_settings },
	address: 'GET /instance/settings',
	input: z.object({}),
	output: z.object({ settings: Settings }),
	run: settingsOf
});

export const instance = {
	getInstance: operation({
		name: 'getInstance',
		summary: 'Returns what anyone may know about this instance.',
		kind: 'query',
		access: { who: 'visitor' },
		address: 'GET /instance',
		input: z.object({}),
		output: Instance,
		run: getInstance
	}),
	setUpInstance: operation({
		name: 'setUpInstance',
		summary:
			'Names the household and creates its first member, an admin; works once. From another machine it requires the code printed at the start.',
		kind: 'command',
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
	signUp: operation({
		name: 'signUp',
		summary: 'Signs a visitor up as a member without approval, if the settings allow it.',
		kind: 'command',
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
	replaceSettings: operation({
		name: 'replaceSettings',
		summary: 'Replaces the settings of the instance; a setting that is left out takes its default.',
		kind: 'command',
		access: { who: 'admin', refusal: m.only_admins_change_settings },
		address: 'PUT /instance/settings',
		refuses: ['missing'],
		locksHousehold: true,
		versionedBy: getSettings,
		input: z.object({ settings: NewSettings }),
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
	getAbout: operation({
		name: 'getAbout',
		summary: 'Returns what this instance runs on and how much it holds.',
		kind: 'query',
		access: { who: 'signed-in' },
		address: 'GET /instance/about',
		input: z.object({}),
		output: About,
		run: getAbout
	}),
	getPublicList: operation({
		name: 'getPublicList',
		summary: 'Returns the list that is published to anyone, if there is one.',
		kind: 'query',
		access: { who: 'visitor' },
		address: 'GET /public-list',
		input: z.object({}),
		output: PublicList,
		run: getPublicList
	}),
	deleteInstance: operation({
		name: 'deleteInstance',
		summary: 'Permanently deletes all data of the household.',
		kind: 'command',
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
};
