import { locale } from './language.ts';
import { plural } from './plural.ts';

type Shared = { sharing: string; isOwner: boolean };

/**
 * Who can see a list: "Everyone in Mill Lane", "Ben and 2 others", "Only you". `names` are the people and groups that its
 * owner shares it with.
 */
export function sharingWords(
	{ sharing, isOwner }: Shared,
	household: string,
	names: string[] = []
): string {
	if (sharing === 'SHARING_INSTANCE') return `Everyone in ${household}`;
	if (!isOwner) return 'Shared with you';
	const [first, ...others] = names.toSorted(new Intl.Collator(locale).compare);
	if (sharing === 'SHARING_PRIVATE' || !first) return 'Only you';
	return others.length > 0 ? `${first} and ${plural(others.length, 'other')}` : first;
}
