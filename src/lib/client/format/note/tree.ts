import MarkdownIt, { type Token } from 'markdown-it';
import { checkboxesIn } from './checkboxes';
import { addressIn } from './links';
import { inside, next, wordsOf, type Inline, type Tokens } from './words';

/** A note as it is shown. What is not named here cannot be shown: no HTML, no image, no other address. */
export type Block =
	/** Words stand alone; those of a paragraph have room around them. */
	| { is: 'words'; children: Inline[] }
	| { is: 'paragraph'; children: Inline[] }
	| { is: 'heading'; children: Inline[] }
	| { is: 'quote'; children: Block[] }
	| { is: 'list'; start: number | undefined; items: ListItem[] }
	| { is: 'code'; text: string }
	| { is: 'rule' };

/** `line` is where the checkbox of a checklist stands in the note, counted from 0. */
export type ListItem = { line?: number; children: Block[] };

/** Reads a note in Markdown. Lists nest twelve deep at most: that is more than anybody writes, and deeper ones cost time. */
export function noteTree(note: string): Block[] {
	return blocksIn({ tokens: parser.parse(note, {}).values(), checkboxes: checkboxesIn(note) });
}

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 24 }).disable([
	'html_block',
	'html_inline',
	// A reference that is defined elsewhere in the note, such as `[x]: address`, must not make a link of a checkbox.
	'reference',
	'table'
]);
parser.validateLink = (address) => addressIn(address) !== undefined;
// "Dr.no" is no address.
parser.linkify.set({ fuzzyLink: false });

/** What is left to be read, and the lines that have a checkbox if they are of a checklist. */
type Reading = { tokens: Tokens; checkboxes: ReadonlyMap<number, boolean> };

function blocksIn(reading: Reading): Block[] {
	const blocks = [...inside(reading.tokens).map((token) => blockOf(token, reading))];
	return blocks.filter((block) => block !== undefined);
}

function blockOf(token: Token, reading: Reading): Block | undefined {
	switch (token.type) {
		case 'paragraph_open':
			return { is: token.hidden ? 'words' : 'paragraph', children: lineIn(reading) };
		case 'heading_open':
			return { is: 'heading', children: lineIn(reading) };
		case 'blockquote_open':
			return { is: 'quote', children: blocksIn(reading) };
		case 'bullet_list_open':
			return { is: 'list', start: undefined, items: itemsIn(reading) };
		case 'ordered_list_open':
			return { is: 'list', start: Number(token.attrGet('start') ?? 1), items: itemsIn(reading) };
		case 'fence':
		case 'code_block':
			return { is: 'code', text: token.content };
		case 'hr':
			return { is: 'rule' };
		default:
			return undefined;
	}
}

const itemsIn = (reading: Reading): ListItem[] => [
	...inside(reading.tokens).map(() => itemOf(reading))
];

function itemOf(reading: Reading): ListItem {
	const first = next(reading.tokens);
	if (!first || first.nesting < 0) return { children: [] };
	const inline = first.type === 'paragraph_open' ? next(reading.tokens) : undefined;
	const line = inline && takeCheckbox(inline, reading);
	const block: Block | undefined = inline
		? { is: first.hidden ? 'words' : 'paragraph', children: wordsOf(inline) }
		: blockOf(first, reading);
	if (inline) next(reading.tokens);
	const children = [...(block ? [block] : []), ...blocksIn(reading)];
	return line === undefined ? { children } : { line, children };
}

/** Takes the checkbox of a checklist off the words behind it. */
function takeCheckbox({ children, map }: Token, { checkboxes }: Reading): number | undefined {
	const [text, line] = [children?.[0], map?.[0]];
	// An escaped one reads the same in the tokens, but is none.
	if (!text || line === undefined || !checkboxes.has(line) || !checkbox.test(text.content))
		return undefined;
	text.content = text.content.replace(checkbox, '');
	return line;
}

const checkbox = /^\[[ xX]\][ \t]+/;

/** Reads the words of a block, and its end. */
function lineIn(reading: Reading): Inline[] {
	const inline = next(reading.tokens);
	next(reading.tokens);
	return inline ? wordsOf(inline) : [];
}
