import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { fieldValue } from '../field-value.svelte';
import type { DateReader } from '../format/dates/reader';
import { loadDateReader } from '../format/dates/load';
import { language } from '../format/language';
import { readLine, type AsText, type TakeDate, type WrittenLine } from '../format/quick-add';
import { takeDate } from '../format/quick-add-date';
import { noTexts } from '../item-texts';
import { pause } from './pause';
import type { Store } from './store.svelte';

/** The longest wait for the date reader, in milliseconds. A line that is sent without it keeps its date as text. */
const readerWaitMs = 2_000;

let leaving = new AbortController();
// This listens before the store does, so that the store keeps a line that was waiting for the date reader.
globalThis.addEventListener?.('pagehide', () => {
	leaving.abort();
	leaving = new AbortController();
});

type Wanted = Pick<WrittenLine, 'quantity' | 'dueOn'>;

const nothing: AsText = { quantity: '', dueOn: '' };

/** The field for adding to one list: what is typed, how it is read, and what becomes of it. */
export function openAddField(store: Store, listUid: string) {
	let text = $state('');
	/** What was read and is to stay text, until something else is read. */
	let asText = $state.raw(nothing);
	let today = $state('');
	let reader = $state.raw<DateReader>();
	let loading: Promise<void> | undefined;
	let lastWait: Promise<void> | undefined;

	function load(): Promise<void> {
		loading ??= loadDateReader(language())
			.then((loaded) => void (reader = loaded))
			// Without a connection loading fails, and the next call tries again.
			.catch(() => void (loading = undefined));
		return loading;
	}

	function dateTaker(): TakeDate | undefined {
		const [dates, day] = [reader, today];
		return dates && ((words) => takeDate(words, dates, day));
	}

	const read = (line: string, kept: AsText): WrittenLine => readLine(line, dateTaker(), kept);

	function loaded(): Promise<void> {
		lastWait = Promise.race([load(), pause(readerWaitMs, leaving.signal)]);
		return lastWait;
	}

	return {
		/** What stands in the box for many lines. */
		lines: fieldValue(() => ''),
		/** Loads the date reader, so that it is there before somebody has finished a line. */
		load,
		/** The typed line, as it is read now. */
		get entry(): WrittenLine {
			return read(text, asText);
		},
		/** Takes the line out of the field, as it is read. */
		async take(): Promise<WrittenLine> {
			const [line, kept] = [text, asText];
			text = '';
			asText = nothing;
			// One word alone is never a date. It only waits for the lines before it, so that all land in the order they were typed.
			if (!reader && /\s/.test(line.trim())) void loaded();
			await lastWait;
			return read(line, kept);
		},
		/**
		 * What many lines ask for, read as the field reads one; undefined where they are too many. Throws where what reads them
		 * cannot be loaded.
		 */
		async readLines(text: string): Promise<WrittenLine[] | undefined> {
			const { areTooMany, readLines } = await import('../format/quick-add-lines');
			if (areTooMany(text)) return undefined;
			if (!reader) await loaded();
			return readLines(text, dateTaker());
		},
		/** Turns what was read back into text. */
		keepAsText(kept: Partial<AsText>): void {
			asText = { ...asText, ...kept };
		},
		/** Adds an item. Returns the uid of its row. */
		add: (words: WrittenLine): string => store.add(listUid, { ...noTexts, ...words }),
		/** Unticks what is wanted again, in the quantity and for the day that it is wanted now. */
		bringBack(row: Wanted & { uid: string }, line: Wanted): void {
			store.act(listUid, { kind: 'untick', itemUid: row.uid });
			this.edit(row, line);
		},
		/** Sets the quantity and the day that were written, and leaves what was not. */
		edit({ uid: itemUid, ...was }: Wanted & { uid: string }, { quantity, dueOn }: Wanted): void {
			const texts = {
				...(quantity && quantity !== was.quantity && { quantity }),
				...(dueOn && dueOn !== was.dueOn && { dueOn })
			};
			if (Object.keys(texts).length > 0)
				store.act(listUid, { kind: 'edit', itemUid, texts, seen: {} });
		},
		get text() {
			return text;
		},
		set text(line: string) {
			text = line;
			if (!line.trim()) asText = nothing;
		},
		/** The day from which "tomorrow" is counted, YYYY-MM-DD. */
		set today(day: string) {
			today = day;
		}
	};
}

export type AddFieldState = ReturnType<typeof openAddField>;

const key = Symbol('add fields');

/** For the layout above all pages of a member: what is typed for one list is there when they come back to it. */
export const provideAddFields = (): void =>
	void setContext(key, new SvelteMap<string, AddFieldState>());

/** The field of one list. `typed` is put into it: what a form without script came back with, if it did. */
export function addFieldOf(store: Store, listUid: string, typed: string): AddFieldState {
	const fields = getContext<SvelteMap<string, AddFieldState>>(key);
	const field = fields.get(listUid) ?? openAddField(store, listUid);
	fields.set(listUid, field);
	if (typed) field.text = typed;
	return field;
}
