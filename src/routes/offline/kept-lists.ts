import type { List } from '$lib/server/lists/list';

type Kept = { list: Pick<List, 'uid' | 'isPinned' | 'isOwner' | 'updatedAt' | 'archivedAt'> };

/** The lists that are kept, as the server groups them: without the archive, in each group the latest change first. */
export function grouped<State extends Kept>(kept: State[]): Record<Group, State[]> {
	const shown = kept.filter(({ list }) => !list.archivedAt).toSorted(latestFirst);
	const others = shown.filter(({ list }) => !list.isPinned);
	return {
		pinned: shown.filter(({ list }) => list.isPinned),
		mine: others.filter(({ list }) => list.isOwner),
		shared: others.filter(({ list }) => !list.isOwner)
	};
}

type Group = 'pinned' | 'mine' | 'shared';

function latestFirst({ list: one }: Kept, { list: other }: Kept): number {
	if (one.updatedAt === other.updatedAt) return one.uid < other.uid ? -1 : 1;
	return one.updatedAt < other.updatedAt ? 1 : -1;
}
