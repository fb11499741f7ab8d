// What people write on lists is data: no label, name, quantity or note can pass for a line or a uid of a tool's answer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoted, quotedLines, visibleJson } from '../../src/lib/server/mcp/quoted.ts';
import { sharingLines } from '../../src/lib/server/mcp/sharing.ts';
import { eachText } from '../../src/lib/server/items/fields.ts';
import {
	activityLine,
	briefLine,
	changeLine,
	itemLine,
	itemOnLine,
	listLine,
	peopleLines,
	reachLines,
	trashLine,
	wholeItem
} from '../../src/lib/server/mcp/words.ts';

const real = 'itm_AAAAAAAAAAAAAAAAAAAAAA';
const list = 'lst_LLLLLLLLLLLLLLLLLLLLLL';
const member = 'mem_MMMMMMMMMMMMMMMMMMMMMM';
const ours = new Set([real, list, member, 'grp_GGGGGGGGGGGGGGGGGGGGGG']);

/** Texts made of parts that could pass for the server's own words, and of invisible characters. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				...['"', '\\', '\\"', ' · ', '\n', '\r', '[ ] ', '[x] ', '> ', ' "', '" · itm_'],
				...['\u2028', '\u2029', '\u0085', '\u202e', '\u2066', '\u200b', '\u200d', '\ufeff'],
				...['\u{e0041}', '\u{e0100}', '\u001b[31m', '\ud800', 'due 2031-05-09'],
				...['itm_BBBBBBBBBBBBBBBBBBBBBB', 'lst_CCCCCCCCCCCCCCCCCCCCCC'],
				...['👨‍👩‍👧', '❤️', 'é', '牛乳', '… and 3 more: ', 'Its note:']
			),
			fc.string({ unit: 'binary', maxLength: 4 })
		),
		{ maxLength: 12 }
	)
	.map((parts) => parts.join(''));

const item = (text: string) => ({
	uid: real,
	...eachText(() => text),
	dueOn: '',
	done: true,
	addedByName: text,
	doneByName: text,
	doneAt: '',
	doneByUid: '',
	addedViaToken: text
});

const aList = (text: string) => ({
	uid: list,
	name: text,
	sharing: 'SHARING_PRIVATE' as const,
	canEdit: true,
	isOwner: false,
	isPinned: false,
	addsOnTop: false,
	openCount: 1,
	doneCount: 0,
	createdAt: '',
	updatedAt: '',
	archivedAt: '',
	archivedByName: text
});

const aMember = (text: string) => ({
	uid: member,
	name: text,
	email: text,
	role: 'ROLE_MEMBER' as const,
	mustChangePassword: false,
	createdAt: '',
	lastSignedInAt: ''
});

const named = (text: string) => ({ uid: member, name: text });

/** Every function that puts people's texts into an answer. */
const sayings: Record<string, (text: string) => string> = {
	itemLine: (text) => itemLine(item(text)),
	briefLine: (text) => briefLine(item(text)),
	itemOnLine: (text) => itemOnLine(item(text), text),
	listLine: (text) => listLine(aList(text)),
	wholeItem: (text) => wholeItem(item(text), aList(text)),
	peopleLines: (text) =>
		peopleLines({
			members: [aMember(text)],
			groups: [
				{
					uid: 'grp_GGGGGGGGGGGGGGGGGGGGGG',
					name: text,
					members: [aMember(text)],
					listNames: [text]
				}
			]
		}),
	reachLines: (text) =>
		reachLines({
			member: aMember(text),
			abilities: { read: true, write: true, delete: true },
			allLists: true,
			expiresAt: '',
			lists: [aList(text)]
		}),
	trashLine: (text) =>
		trashLine({
			...{ uid: real, kind: 'TRASH_KIND_ITEM', name: text, listUid: list, listName: text },
			...{ deletedAt: '', deletedByName: text, deletedViaToken: text, purgeAt: '' }
		}),
	changeLine: (text) =>
		changeLine({
			...{ number: 1, kind: 'item.added', listUid: list, itemUid: real, listName: text },
			...{ label: text, at: '', isUndone: false }
		}),
	activityLine: (text) =>
		activityLine({
			...{ uid: 'x', kind: 'ACTIVITY_KIND_CONFLICT', text, targetUid: real, createdAt: '' },
			...{ unread: true, outcome: 'ACTIVITY_OUTCOME_UNSPECIFIED' }
		}),
	sharingLines: (text) =>
		sharingLines({
			...{ ownerName: text, sharing: 'SHARING_SPECIFIC', canEdit: false, isPublic: false },
			...{ members: [named(text)], groups: [named(text)] }
		})
};

/** An answer without the quoted texts and without the lines of a note. */
const unquoted = (said: string): string =>
	said
		.split('\n')
		.filter((line) => !line.startsWith('> '))
		.map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, '""'))
		.join('\n');

const unseen =
	/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;

describe.each(Object.entries(sayings))('%s', (_name, say) => {
	it('says the same for every text, except within quotes', () => {
		const plain = unquoted(say('Milk'));
		fc.assert(
			fc.property(hostile, (text) => {
				const said = say(text || 'x');
				const bare = unquoted(said);
				expect(bare).toBe(plain);
				for (const uid of bare.match(/(itm|lst|mem|grp)_[\w-]{22}/g) ?? [])
					expect(ours).toContain(uid);
				for (const line of said.split('\n'))
					expect(line.replace(/\p{RGI_Emoji}/gv, '').replaceAll('\t', '')).not.toMatch(unseen);
			}),
			{ numRuns: 300 }
		);
	});
});

it('a quoted text can be parsed back to the original', () => {
	fc.assert(
		fc.property(hostile, (text) => {
			expect(JSON.parse(quoted(text))).toBe(text);
			expect(JSON.parse(visibleJson({ text }))).toEqual({ text });
		})
	);
});

it('an emoji stays unchanged, but hidden characters in it become visible', () => {
	expect(quoted('👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toBe('"👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"');
	expect(quoted('🏴\u{e0069}\u{e0067}')).toBe('"🏴\\udb40\\udc69\\udb40\\udc67"');
	expect(quotedLines('a\r\nb\u001b[31m\n\tc')).toBe('> a\n> b\\u001b[31m\n> \tc');
});
