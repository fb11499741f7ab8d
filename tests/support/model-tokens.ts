// How many tokens a text costs a language model to read.
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const encoding = new Tiktoken(o200k);

/** In tokens of o200k, the vocabulary of most of today's models. */
export const tokensIn = (text: string): number => encoding.encode(text, [], []).length;
