type Shared = { sharing: string; isOwner: boolean };

/** Who can see a list, in a word or three. */
export function sharingWords({ sharing, isOwner }: Shared): string {
	if (sharing === 'SHARING_INSTANCE') return 'everyone here';
	if (sharing === 'SHARING_SPECIFIC') return isOwner ? 'shared by name' : 'shared with you';
	return 'only you';
}
