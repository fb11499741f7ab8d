import { labelKey } from './format/fold';
import { mostShown, suggestedFor, type Suggestion } from './format/suggested';

type Row = Suggestion & { done: boolean };

/** The most suggestions that the server names at once. */
const mostAnswered = 10;

/** A pause in typing after which the server is asked. */
const pauseMs = 250;

/**
 * Suggests what a list has held and does not have open, by what is typed. `held` is what the server named before anything was
 * typed. Ticked items are known here, also without a connection.
 */
export function suggestions(listUid: string, held: Suggestion[], rows: () => Row[]) {
	let answers = $state.raw([{ query: '', named: held }]);

	function matching(words: string): Suggestion[] {
		const ticked = rows().filter(({ done }) => done);
		const open = rows().filter(({ done }) => !done);
		return suggestedFor(words, [...answers.flatMap(({ named }) => named), ...ticked], open);
	}

	/** Whether an answer that is here names everything that fits. */
	const isAnswered = (wanted: string): boolean =>
		answers.some(
			({ query, named }) =>
				wanted === query || (named.length < mostAnswered && wanted.includes(query))
		);

	/** Asks the server after a pause, where it may know more. Returns a function that cancels this. */
	function ask(words: string): () => void {
		const query = labelKey(words);
		if (isAnswered(query) || matching(words).length >= mostShown) return () => {};
		const timer = setTimeout(() => void answer(query), pauseMs);
		return () => clearTimeout(timer);
	}

	async function answer(query: string): Promise<void> {
		const address = `/api/v1/lists/${listUid}/suggestions?query=${encodeURIComponent(query)}`;
		const response = await fetch(address).catch(() => undefined);
		if (!response?.ok) return;
		const { suggestions: named }: { suggestions: Suggestion[] } = await response.json();
		answers = [...answers, { query, named }];
	}

	return { matching, ask };
}
