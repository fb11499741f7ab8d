import * as m from '$lib/paraglide/messages';

export type SidebarList = { uid: string; name: string; openCount: number };
export type ListGroup = { title: string; lists: SidebarList[] };
export type Grouped = Record<'pinned' | 'mine' | 'shared', SidebarList[]>;

/** A member's lists under what each group is called. */
export const listGroups = ({ pinned, mine, shared }: Grouped): ListGroup[] => [
	{ title: m.pinned_lists(), lists: pinned },
	{ title: m.my_lists(), lists: mine },
	{ title: m.shared_with_me(), lists: shared }
];
