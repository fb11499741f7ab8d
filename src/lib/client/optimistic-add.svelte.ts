import { getContext, setContext } from 'svelte';
import type { SubmitFunction } from '@sveltejs/kit';
import { SvelteMap } from 'svelte/reactivity';
import { newKey } from './idempotency-key';
import { refresh } from './invalidate';
import { send, sentenceFor } from './submit';

export type Waiting = { key: number; text: string; sentence: string; sendKey: string };

/**
 * Adding one after another without waiting: what was typed stands at the end of the list at once and is sent in the
 * order it was typed. What is refused goes back into the field, or, where the next one is already being typed there,
 * waits on the list with its sentence.
 */
function openAdding() {
	let text = $state('');
	let waiting = $state<Waiting[]>([]);
	let problem = $state('');
	let keys = 0;
	let before: Promise<void> = Promise.resolve();

	const submit: SubmitFunction = ({ action, cancel, formElement }) => {
		cancel();
		formElement.querySelector('input')?.focus();
		if (!text.trim()) return;
		add(action, text);
		problem = text = '';
	};

	/** With the same key again where an answer may have been lost: then it is not added twice. */
	function add(action: URL | string, line: string, sendKey = newKey()): void {
		const entry = { key: keys++, text: line, sentence: '', sendKey };
		waiting.push(entry);
		before = before.then(() => deliver(action, entry));
	}

	async function deliver(action: URL | string, entry: Waiting): Promise<void> {
		const fields = new FormData();
		fields.set('label', entry.text);
		fields.set('idempotencyKey', entry.sendKey);
		const sentence = sentenceFor(await send(action, fields));
		if (!sentence) await refresh();
		if (sentence && text) return refuse(entry.key, sentence);
		drop(entry.key);
		if (sentence) [text, problem] = [entry.text, sentence];
	}

	function refuse(key: number, sentence: string): void {
		waiting = waiting.map((entry) => (entry.key === key ? { ...entry, sentence } : entry));
	}

	function again(action: string, entry: Waiting): void {
		drop(entry.key);
		add(action, entry.text, entry.sendKey);
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
		get problem() {
			return problem;
		}
	};
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
