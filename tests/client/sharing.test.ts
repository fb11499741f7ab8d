import { describe, expect, it } from 'vitest';
import { sharingWords } from '../../src/lib/client/format/sharing.ts';

describe('who can see a list is said in a few words', () => {
	const own = (sharing: string, names?: string[]) =>
		sharingWords({ sharing, isOwner: true }, 'Mill Lane', names);

	it.each([
		['SHARING_PRIVATE', [], 'Only you'],
		['SHARING_INSTANCE', [], 'Everyone in Mill Lane'],
		['SHARING_SPECIFIC', [], 'Only you'],
		['SHARING_SPECIFIC', ['Ben'], 'Ben'],
		['SHARING_SPECIFIC', ['Cleo', 'Ben'], 'Ben and one other'],
		['SHARING_SPECIFIC', ['The children', 'Cleo', 'Ben'], 'Ben and 2 others']
	])('to its owner: %s with %j', (sharing, names, words) => {
		expect(own(sharing, names)).toBe(words);
	});

	it('to those it is shared with, without the other names', () => {
		const shared = (sharing: string) => sharingWords({ sharing, isOwner: false }, 'Mill Lane');
		expect(shared('SHARING_SPECIFIC')).toBe('Shared with you');
		expect(shared('SHARING_INSTANCE')).toBe('Everyone in Mill Lane');
	});
});
