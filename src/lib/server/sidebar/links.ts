import { z } from 'zod';
import { reused } from '../../client/format/reused.ts';
import { memoised } from '../data/memoised.ts';
import type { Flag } from '../data/sql.ts';
import { says } from '../kernel/schema.ts';

export const Link = z.object({
	uid: says('The uid of the list.'),
	name: says('The name of the list.'),
	openCount: z.int()
});

export type Link = z.infer<typeof Link>;

/** The lists are frozen, because equal text gives the same ones to several requests. */
export const linksOf = memoised((json) => reused(linksIn(json)));

function linksIn(json: string): Record<'pinned' | 'mine' | 'shared', Link[]> {
	const rows: [uid: string, name: string, openCount: number, isPinned: Flag, isOwner: Flag][] =
		JSON.parse(json);
	const links = { pinned: [] as Link[], mine: [] as Link[], shared: [] as Link[] };
	for (const [uid, name, openCount, isPinned, isOwner] of rows)
		links[isPinned ? 'pinned' : isOwner ? 'mine' : 'shared'].push({ uid, name, openCount });
	return links;
}
