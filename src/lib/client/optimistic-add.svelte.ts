import { getContext, setContext } from 'svelte';
import type { ActionResult, SubmitFunction } from '@sveltejs/kit';
import { SvelteMap } from 'svelte/reactivity';
import { landedAt, type Landed } from './landed';
import { newKey } from './idempotency-key';
import { refresh } from './invalidate';
import { send, sentenceFor } from './submit';

export type Waiting = {
	key: number;
	text: string;
	/** Only for what is wanted once more: `text` is the label alone then. */
	quantity?: string;
	sentence: string;
	sendKey: string;
};

/**
 * Adding one after another without waiting: what was typed stands at the end of the list at once and is sent in the
 * order it was typed. What is refused waits there with its sentence; the field is for the next.
 */
function openAdding() {
	let text = $state('');
	let waiting = $state<Waiting[]>([]);
	let landed = $state.raw<Landed>();
	let keys = 0;
	let before: Promise<void> = Promise.resolve();

	const submit: SubmitFunction = ({ action, cancel, formData }) => {
		cancel();
		const line = String(formData.get('label') ?? '');
		const quantity = formData.has('again') ? String(formData.get('quantity')) : undefined;
		if (line.trim()) add(action, { text: line, quantity, sendKey: newKey() });
	};

	/** With the same key again where an answer may have been lost: then it is not added twice. */
	function add(
		action: URL | string,
		{ text, quantity, sendKey }: Pick<Waiting, 'text' | 'quantity' | 'sendKey'>
	): void {
		const entry = { key: keys++, text, quantity, sentence: '', sendKey };
		waiting.push(entry);
		before = before.then(() => deliver(action, entry));
	}

	async function deliver(action: URL | string, entry: Waiting): Promise<void> {
		const fields = new FormData();
		fields.set('label', entry.text);
		if (entry.quantity !== undefined) {
			fields.set('quantity', entry.quantity);
			fields.set('again', 'true');
		}
		fields.set('idempotencyKey', entry.sendKey);
		const result = await send(action, fields);
		const sentence = sentenceFor(result);
		if (sentence) return refuse(entry.key, sentence);
		await refresh();
		drop(entry.key);
		landed = whereLanded(result);
	}

	function refuse(key: number, sentence: string): void {
		waiting = waiting.map((entry) => (entry.key === key ? { ...entry, sentence } : entry));
	}

	function again(action: string, entry: Waiting): void {
		drop(entry.key);
		add(action, entry);
	}

	function drop(key: number): void {
		waiting = waiting.filter((entry) => entry.key !== key);
	}

	return {
		submit,
		again,
		drop,
		get text() {
			return text;
		},
		set text(line: string) {
			text = line;
		},
		get waiting() {
			return waiting;
		},
		/** What became of the line that was answered last, until the page has shown it. */
		get landed() {
			return landed;
		},
		set landed(shown: Landed | undefined) {
			landed = shown;
		}
	};
}

function whereLanded(result: ActionResult): Landed | undefined {
	return result.type === 'redirect'
		? landedAt(new URL(result.location, window.location.href))
		: undefined;
}

export type Adding = ReturnType<typeof openAdding>;

const key = Symbol('adding');

/** For the layout above all pages of a member: what is under way on one list is there when they come back to it. */
export const keepAdding = (): void => void setContext(key, new SvelteMap<string, Adding>());

/** What is being added to one list; `typed` stands in its field when a form came back with it. */
export function addingTo(listUid: string, typed: string): Adding {
	const kept = getContext<SvelteMap<string, Adding>>(key);
	const adding = kept.get(listUid) ?? openAdding();
	kept.set(listUid, adding);
	if (typed) adding.text = typed;
	return adding;
}
