import { z } from 'zod';
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
import { operation } from '../kernel/operation.ts';

const groupUid = uid('The group');
const memberUids = uids('The members');
const oneGroup = z.object({ group: Group });

export const groups = {
	getGroups: operation({
		name: 'getGroups',
		summary:
			'Every group with its members, and the names of the lists it reaches that you reach too.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /groups',
		input: z.object({}),
		output: z.object({ groups: z.array(Group) }),
		run: getGroups
	}),
	createGroup: operation({
		name: 'createGroup',
		summary: 'Makes a group.',
		kind: 'command',
		access: { who: 'admin', act: 'make a group' },
		address: 'POST /groups',
		refuses: ['missing', 'exists'],
		input: z.object({ name: groupName, memberUids: memberUids.default([]) }),
		output: oneGroup,
		run: createGroup
	}),
	renameGroup: operation({
		name: 'renameGroup',
		summary: 'Renames a group.',
		kind: 'command',
		access: { who: 'admin', act: 'rename a group' },
		address: 'PATCH /groups/{groupUid}',
		refuses: ['exists'],
		input: z.object({ groupUid, name: groupName }),
		output: oneGroup,
		run: renameGroup
	}),
	setGroupMembers: operation({
		name: 'setGroupMembers',
		summary:
			"Replaces a group's members; who is left out loses the lists reached through it, and nothing else.",
		kind: 'command',
		access: { who: 'admin', act: 'say who is in a group' },
		address: 'PUT /groups/{groupUid}/members',
		input: z.object({ groupUid, memberUids }),
		output: oneGroup,
		run: setGroupMembers
	}),
	deleteGroup: operation({
		name: 'deleteGroup',
		summary: 'Deletes a group; its members stay.',
		kind: 'command',
		access: { who: 'admin', act: 'delete a group' },
		address: 'DELETE /groups/{groupUid}',
		input: z.object({ groupUid }),
		output: z.object({}),
		run: deleteGroup
	})
};
