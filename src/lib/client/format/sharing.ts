import * as m from '../../paraglide/messages.js';
import { cached } from './cached.ts';
import { isolated, locale } from './language.ts';

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
	if (sharing === 'SHARING_INSTANCE') return m.everyone_in({ household });
	if (!isOwner) return m.shared_with_you();
	if (sharing === 'SHARING_PRIVATE' || names.length === 0) return m.only_you();
	const [first = '', ...others] = inOrder(names);
	return others.length > 0
		? m.shared_with_others({ name: first, count: others.length })
		: isolated(first);
}

const inOrder = (names: string[]): string[] => names.toSorted(collator(locale()).compare);

const collator = cached((locale) => new Intl.Collator(locale));
