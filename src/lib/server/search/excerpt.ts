import { wordsOf } from '../kernel/text.ts';

/**
 * What a search shows of a note: the first line with a wanted word, or of a long line the part around that word. `words` are the
 * indexed words of the note.
 */
export function excerptOf(note: string, words: string, wanted: string[]): string {
	const read = surroundings(note, words, wanted);
	const lines = read.text.split('\n').map((text) => text.trim());
	const line = lines.find((text) => firstOf(wanted, wordsOf(text)) >= 0) ?? lines[0] ?? '';
	const place = placeIn(line, wanted);
	const lead = leadTo(line.slice(0, place));
	const shown = Array.from(lead + line.slice(place))
		.slice(0, mostShown)
		.join('');
	const isCut = lead.length < place || (read.isCut && line === lines[0]);
	return isCut ? `… ${shown}` : shown;
}

/** Where in a line the first wanted word begins; 0 where there is none. */
function placeIn(line: string, wanted: string[]): number {
	for (const { 0: word, index } of line.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
		if (firstOf(wanted, wordsOf(word)) >= 0) return index;
	return 0;
}

/** The end of what stands before a word. It begins with a whole word where words are parted by spaces. */
function leadTo(before: string): string {
	const characters = Array.from(before);
	if (characters.length <= mostBefore) return before;
	return characters
		.slice(-mostBefore)
		.join('')
		.replace(/^\S*\s+/, '');
}

/** The first place in `words` where a word begins with a wanted one, or -1. */
function firstOf(wanted: string[], words: string): number {
	const padded = ` ${words}`;
	const places = wanted.map((word) => padded.indexOf(` ${word}`)).filter((place) => place >= 0);
	return places.length > 0 ? Math.min(...places) : -1;
}

/** The part of a long note around the first wanted word. Folding a hundred whole notes would block other requests. */
function surroundings(note: string, words: string, wanted: string[]) {
	if (note.length <= mostRead) return { text: note, isCut: false };
	const before = words.slice(0, Math.max(0, firstOf(wanted, words)));
	const from = Math.max(0, startOfWord(note, before.split(' ').length - 1) - mostRead / 2);
	return { text: note.slice(from, from + mostRead).toWellFormed(), isCut: from > 0 };
}

/** Roughly where the word of this number begins. Letters and digits are told by their code alone, which is quick. */
function startOfWord(note: string, number: number): number {
	let begun = -1;
	let wasInWord = false;
	for (let at = 0; at < note.length; at += 1) {
		const part = parts[note.charCodeAt(at)];
		const isInWord: boolean = part === goesOn ? wasInWord : part === inWord;
		if (isInWord && !wasInWord) begun += 1;
		if (begun === number) return at;
		wasInWord = isInWord;
	}
	return 0;
}

const [inWord, goesOn] = [1, 2];

/** For each code what it is part of: a word, or what stands before it, as an accent is. Found out once, 0 for what parts words. */
const parts = Uint8Array.from({ length: 0x1_0000 }, (_, code) => {
	const written = String.fromCharCode(code);
	if (/[\p{M}\udc00-\udfff]/u.test(written)) return goesOn;
	// The first halves of emoji are left out.
	return /[\p{L}\p{N}\ud800-\ud83b\ud83f-\udbff]/u.test(written) ? inWord : 0;
});

/** What a person reads at a glance, in characters: in all, and before the word. */
const mostShown = 300;
const mostBefore = 150;

/** Code units of a note that are read to find what to show of it. */
const mostRead = 2000;
