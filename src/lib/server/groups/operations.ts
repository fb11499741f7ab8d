import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { uid, uids } from '../kernel/schema.ts';
import {
	createGroup,
	deleteGroup,
	getGroups,
	Group,
	groupName,
	renameGroup,
	setGroupMembers
} from './groups.ts';
import { exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

const groupUid = uid(m.field_group);
const memberUids = uids(m.field_members);
const oneGroup = z.object({ group: Group });

export const groups = operations({
	getGroups: query({
		summary:
			'Lists every group with its members, and with the names of the lists shared with it that you reach too.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /groups',
		input: z.object({}),
		output: z.object({ groups: z.array(Group) }),
		run: getGroups
	}),
	createGroup: command({
		summary: 'Creates a group.',
		access: { who: 'admin', refusal: m.only_admins_make_groups },
		address: 'POST /groups',
		refuses: ['missing', 'exists'],
		input: z.object({ name: groupName, memberUids: memberUids.default([]) }),
		example: { name: 'Bakers', memberUids: [exampleUids.ben] },
		output: oneGroup,
		run: createGroup
	}),
	renameGroup: command({
		summary: 'Renames a group.',
		access: { who: 'admin', refusal: m.only_admins_rename_groups },
		address: 'PATCH /groups/{groupUid}',
		refuses: ['exists'],
		input: z.object({ groupUid, name: groupName }),
		example: { name: 'Bakers' },
		output: oneGroup,
		run: renameGroup
	}),
	setGroupMembers: command({
		summary:
			"Replaces a group's members; those left out lose the lists reached through the group, and nothing else.",
		access: { who: 'admin', refusal: m.only_admins_fill_groups },
		address: 'PUT /groups/{groupUid}/members',
		input: z.object({ groupUid, memberUids }),
		example: { memberUids: [exampleUids.ada, exampleUids.ben] },
		output: oneGroup,
		run: setGroupMembers
	}),
	deleteGroup: command({
		summary: 'Deletes a group; its members stay.',
		access: { who: 'admin', refusal: m.only_admins_delete_groups },
		address: 'DELETE /groups/{groupUid}',
		input: z.object({ groupUid }),
		output: z.object({}),
		run: deleteGroup
	})
});
