import type { Token } from 'markdown-it';
import { addressIn, targetOf } from './links';

export type Inline =
	| { is: 'text' | 'code'; text: string }
	| { is: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
	/** `target` is where it leads, and "" where the words say so themselves. */
	| { is: 'link'; href: string; target: string; children: Inline[] }
	| { is: 'break' };

/** The words of a line or a paragraph. */
export function wordsOf({ children }: Token): Inline[] {
	return inlinesIn(withoutDeepest(children ?? []).values(), false);
}

/** Emphasis may be nested without end. Signs that are nested deeper than this are dropped; their words stay. */
const mostInOneAnother = 24;

function withoutDeepest(tokens: Token[]): Token[] {
	let depth = 0;
	return tokens.filter(({ nesting }) => {
		if (nesting > 0) depth += 1;
		const isKept = nesting === 0 || depth <= mostInOneAnother;
		if (nesting < 0) depth -= 1;
		return isKept;
	});
}

function inlinesIn(tokens: Tokens, isInLink: boolean): Inline[] {
	const inlines = [...inside(tokens).map((token) => inlineOf(token, tokens, isInLink))];
	return inlines.filter((inline) => !('text' in inline) || inline.text !== '');
}

const emphases = { strong_open: 'strong', em_open: 'emphasis', s_open: 'deleted' } as const;

function inlineOf(token: Token, tokens: Tokens, isInLink: boolean): Inline {
	switch (token.type) {
		case 'strong_open':
		case 'em_open':
		case 's_open':
			return { is: emphases[token.type], children: inlinesIn(tokens, isInLink) };
		case 'link_open':
			return linkTo(`${token.attrGet('href')}`, inlinesIn(tokens, true));
		case 'image': {
			const words: Inline[] = [{ is: 'text', text: token.content }];
			return isInLink
				? { is: 'text', text: token.content }
				: linkTo(`${token.attrGet('src')}`, words);
		}
		case 'code_inline':
			return { is: 'code', text: token.content };
		case 'softbreak':
		case 'hardbreak':
			return { is: 'break' };
		default:
			return { is: 'text', text: token.content };
	}
}

function linkTo(href: string, words: Inline[]): Inline {
	const text = textOf(words).trim() || href;
	const url = addressIn(href);
	if (!url) return { is: 'text', text };
	const children: Inline[] = textOf(words).trim() ? words : [{ is: 'text', text }];
	return { is: 'link', href, target: targetOf(url, text), children };
}

function textOf(inlines: Inline[]): string {
	return inlines
		.map((inline) => {
			if ('text' in inline) return inline.text;
			return 'children' in inline ? textOf(inline.children) : ' ';
		})
		.join('');
}

export type Tokens = Iterator<Token>;

/** The tokens up to the end of the block or emphasis that they stand in. */
export function* inside(tokens: Tokens): Generator<Token> {
	for (let token = next(tokens); token && token.nesting >= 0; token = next(tokens)) yield token;
}

export function next(tokens: Tokens): Token | undefined {
	const { value, done } = tokens.next();
	return done ? undefined : value;
}
