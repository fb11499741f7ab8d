import { z } from 'zod';
import { severalUids, uid } from '../domain/fields.ts';
import { getTrash, restore, restoreEntries, TrashEntry } from '../domain/trash/trash.ts';
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
	}),
	restoreEntries: operation({
		name: 'restoreEntries',
		summary: 'Brings deleted lists and items back to where they were, all or none; kept 30 days.',
		kind: 'command',
		access: { who: 'member', ability: 'write' },
		input: z.object({ uids: severalUids('What to bring back') }),
		output: z.object({ restoredCount: z.int() }),
		tool: {
			title: 'Restore what was deleted',
			when: 'Use it to undo a deletion; ask with no uids to be told what can be brought back.',
			fields: { uids: 'The uids of deleted lists and items, in any order.' }
		},
		run: restoreEntries
	})
};
