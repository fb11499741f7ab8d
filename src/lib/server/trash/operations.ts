import { z } from 'zod';
import * as m from '../../paraglide/messages.js';
import { severalUids, uid } from '../kernel/schema.ts';
import {
	findDeletedTogether,
	findEntries,
	findInTrash,
	getTrash,
	getTrashPage,
	TrashEntry
} from './trash.ts';
import { restore, restoreEntries } from './restore.ts';
import { pageFields, pageNumber } from '../kernel/pages.ts';
import { exampleUids } from '../kernel/example-household.ts';
import { command, operations, query } from '../kernel/operation.ts';

export const trash = operations({
	getTrash: query({
		summary: 'Lists what you can restore, latest deletion first; kept for 30 days.',
		access: { who: 'member', ability: 'read' },
		address: 'GET /trash',
		input: z.object({}),
		output: z.object({ entries: z.array(TrashEntry) }),
		run: getTrash
	}),
	findInTrash: query({
		summary: 'Returns what you can restore for a uid: that list or item, or the list of that item.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ uid: uid(m.field_restored) }),
		output: z.object({ entry: TrashEntry.nullable() }),
		run: findInTrash
	}),
	findEntries: query({
		summary: 'Returns what you can restore of these lists and items.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ uids: severalUids(m.field_restored, { least: 0 }) }),
		output: z.object({ entries: z.array(TrashEntry) }),
		run: findEntries
	}),
	getTrashPage: query({
		summary: 'Lists a page of what you can restore, latest deletion first.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ page: pageNumber }),
		output: z.object({ entries: z.array(TrashEntry), ...pageFields }),
		run: getTrashPage
	}),
	findDeletedTogether: query({
		summary: 'Returns the name of a deleted item, and what was deleted at the same moment.',
		access: { who: 'member', ability: 'read' },
		input: z.object({ itemUid: uid(m.field_restored), listUid: uid(m.field_list).optional() }),
		output: z.object({ name: z.string(), uids: z.array(z.string()) }),
		run: findDeletedTogether
	}),
	restore: command({
		summary: 'Restores a deleted list or item to where it was.',
		access: { who: 'member', ability: 'write' },
		address: 'POST /trash/{uid}:restore',
		input: z.object({
			uid: uid(m.field_restored).describe('The uid of the deleted list or item.')
		}),
		example: { uid: exampleUids.soap },
		output: z.object({}),
		run: restore
	}),
	restoreEntries: command({
		summary: 'Restores deleted lists and items to where they were, all or none; kept for 30 days.',
		access: { who: 'member', ability: 'write' },
		input: z.object({ uids: severalUids(m.field_restored, { least: 0 }).optional() }),
		output: z.object({
			restoredCount: z.int(),
			entries: z.array(TrashEntry).meta({
				description:
					'What was restored, or the latest 200 that can be restored. A token that may not read gets only the uids, kinds and names.'
			})
		}),
		tool: {
			title: 'Restore what was deleted',
			when: 'Use it to undo a deletion; without uids it restores nothing and lists the latest 200 that can be restored.',
			fields: { uids: 'The uids of deleted lists and items, in any order.' }
		},
		run: restoreEntries
	})
});
