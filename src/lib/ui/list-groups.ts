import * as m from '$lib/paraglide/messages';

export type SidebarList = { uid: string; name: string; openCount: number };
export type Grouped<List = SidebarList> = Record<'pinned' | 'mine' | 'shared', List[]>;
export type ListGroup<List = SidebarList> = { id: string; title: string; lists: List[] };

/** In which of a member's groups a list is: among the pinned ones, or else by its owner. */
export function groupOf({ isPinned, isOwner }: Record<'isPinned' | 'isOwner', boolean>) {
	if (isPinned) return 'pinned';
	return isOwner ? 'mine' : 'shared';
}

/** A member's lists under what each group is called. */
export const listGroups = <List>({
	pinned = [],
	mine = [],
	shared = []
}: Partial<Grouped<List>>): ListGroup<List>[] => [
	{ id: 'pinned', title: m.pinned_lists(), lists: pinned },
	{ id: 'mine', title: m.my_lists(), lists: mine },
	{ id: 'shared', title: m.shared_with_me(), lists: shared }
];
