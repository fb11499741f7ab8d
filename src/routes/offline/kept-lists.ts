import type { List } from '$lib/server/lists/list';
import { groupOf, type Grouped } from '$lib/ui/list-groups';

type Kept = { list: Pick<List, 'uid' | 'isPinned' | 'isOwner' | 'updatedAt' | 'archivedAt'> };

/** The lists that are kept, as the server groups them: without the archive, in each group the latest change first. */
export function grouped<State extends Kept>(kept: State[]): Grouped<State> {
	const shown = kept.filter(({ list }) => !list.archivedAt).toSorted(latestFirst);
	const groups = Object.groupBy(shown, ({ list }) => groupOf(list));
	return { pinned: [], mine: [], shared: [], ...groups };
}

function latestFirst({ list: one }: Kept, { list: other }: Kept): number {
	if (one.updatedAt === other.updatedAt) return one.uid < other.uid ? -1 : 1;
	return one.updatedAt < other.updatedAt ? 1 : -1;
}
