import * as m from '$lib/paraglide/messages';
import { progressOf } from './checkboxes';

/** What a row shows of a note: its first line, and how much of its checklist is done. */
export function firstLine(note: string): string {
	const line = plainWords(note.trim().split(/[\r\n]/, 1)[0] ?? '');
	const { done, count } = note.includes('[') ? progressOf(note) : { done: 0, count: 0 };
	return count > 0 ? m.note_checklist({ done, count, line }) : line;
}

/** In characters: more than the two lines of a row hold. */
const mostShown = 500;

/** A line without the signs of Markdown. Nothing is parsed, so what may be no sign stays. */
export function plainWords(line: string): string {
	return line
		.slice(0, mostShown)
		.toWellFormed()
		.replace(/^\s*(?:(?:[-+*>]|#{1,6}|\d{1,9}[.)])\s+)+/, '')
		.replace(/^\[[ xX]\]\s+/, '')
		.replace(/!?\[([^\][]+)\]\([^\s()]*\)/g, '$1')
		.replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2');
}
