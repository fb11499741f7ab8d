import { z } from 'zod';
import { uid } from '../domain/fields.ts';
import { getTrash, restore, TrashEntry } from '../domain/trash/trash.ts';
import { operation } from './operation.ts';

export const trash = {
	getTrash: operation({
		name: 'getTrash',
		summary: 'What you could bring back, the latest deletion first; kept 30 days.',
		kind: 'query',
		access: { who: 'member', ability: 'read' },
		address: 'GET /trash',
		input: z.object({}),
		output: z.object({ entries: z.array(TrashEntry) }),
		run: getTrash
	}),
	restore: operation({
		name: 'restore',
		summary: 'Brings a deleted list or item back to where it was.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		address: 'POST /trash/{uid}:restore',
		input: z.object({ uid: uid('What to bring back') }),
		output: z.object({}),
		run: restore
	})
};
