/**
 * What people and programs wrote, shown so that it can be taken for nothing else: in quotes, and with every character
 * escaped that a person would not see but a model reads, or that a terminal obeys.
 */

/** A text as a JSON string: it stays on its line and ends at its own quote. */
export const quoted = (text: string): string => visible(JSON.stringify(text));

/** The lines of a note, each behind a mark that no line of ours begins with. */
export const quotedLines = (text: string): string =>
	text
		.split(/\r?\n/)
		.map((line) => `> ${visible(line)}`)
		.join('\n');

/** JSON that reads the same once it is parsed. */
export const visibleJson = (value: unknown): string => visible(JSON.stringify(value));

/** What somebody sent, short enough to be read back to them. */
export const clipped = (text: string, most = 200): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** An emoji may hold joiners and selectors; the emoji that Unicode lists hide nothing else. */
const emojiOrHidden = new RegExp(String.raw`\p{RGI_Emoji}|${hidden}`, 'gv');
const isHidden = new RegExp(`^${hidden}$`, 'v');

const visible = (text: string): string =>
	text.replace(emojiOrHidden, (found) =>
		isHidden.test(found) && found !== '\t' ? escaped(found) : found
	);

const escaped = (character: string): string =>
	character
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
