import { wordsOf } from '../kernel/text.ts';

/**
 * What a search shows of a note: the first line with a wanted word, or of a long line the part around that word. `words` are the
 * indexed words of the note.
 */
export function excerptOf(note: string, words: string, wanted: string[]): string {
	const begins = (text: string) => firstOf(wanted, wordsOf(text)) >= 0;
	const read = surroundings(note, words, wanted);
	const lines = read.text.split('\n').map((text) => text.trim());
	const line = lines.find(begins) ?? lines[0] ?? '';
	const parts = line.split(/\s+/);
	const place = parts.findIndex(begins);
	let from = Math.max(0, place - wordsShown / 2);
	// Long words before it, such as addresses, would leave no room for the one that was searched for.
	while (from < place && parts.slice(from, place + 1).join(' ').length > mostShown) from += 1;
	const shown = Array.from(parts.slice(from, from + wordsShown).join(' '))
		.slice(0, mostShown)
		.join('');
	const isCut = from > 0 || (read.isCut && line === lines[0]);
	return isCut ? `… ${shown}` : shown;
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
		const isInWord = isWordCode(note.charCodeAt(at));
		if (isInWord && !wasInWord) begun += 1;
		if (begun === number) return at;
		wasInWord = isInWord;
	}
	return 0;
}

function isWordCode(code: number): boolean {
	if (code < 0x80) return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
	const isPunctuation = (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f);
	return code > 0xbf && !isPunctuation;
}

/** What a person reads at a glance: a number of words, and of characters where words are long. */
const wordsShown = 40;
const mostShown = 300;

/** Code units of a note that are read to find what to show of it. */
const mostRead = 2000;
