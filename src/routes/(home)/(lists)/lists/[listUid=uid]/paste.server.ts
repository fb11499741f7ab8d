import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { fail, redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/items/operations';
import { fieldsOf, refusedForm, submit } from '$lib/server/http/form';
import { readDated, type WrittenLine } from '$lib/client/format/quick-add';
import { linesIn } from '$lib/client/format/quick-add-lines';
import * as m from '$lib/paraglide/messages';
import { datesOf } from './dates.server';
import { withPasted } from './just-pasted.server';
import { asChosen, chosenOf, leftOutOf, type PastedLine } from './pasted';

type OnList = Action<{ listUid: string }>;

/** Shows what each pasted line would do, and changes nothing. */
export const paste: OnList = async (event) => {
	const fields = await fieldsOf(event);
	const text = fields.get('text') ?? '';
	try {
		const lines = await pastedLines(event, text);
		return lines.length > 0
			? { form: items.addItems.name, pasted: { text, lines } }
			: nothingWritten(text);
	} catch (error) {
		return refusedForm(event, error, items.addItems.name, fields);
	}
};

/**
 * Adds what was chosen in the preview, or every line that is not on the list yet. A text that was edited since its preview
 * is previewed again, and none of it is added.
 */
export const addAll: OnList = async (event) => {
	const fields = await fieldsOf(event);
	const text = fields.get('text') ?? '';
	const previewed = fields.get('previewed');
	const names = fields.getAll('line');
	let lines: PastedLine[] = [];
	let to: string;
	try {
		lines = await pastedLines(event, text);
		if (lines.length === 0) return nothingWritten(text);
		if (previewed !== null && !isSameText(text, previewed))
			return {
				form: items.addItems.name,
				message: m.lines_were_edited(),
				pasted: { text, lines }
			};
		// Without a preview all lines are sent, so a repeat of the form is the same request, whatever is on the list then.
		const [chosen, left] =
			previewed === null ? [lines, []] : [chosenOf(lines, names), leftOutOf(lines, names)];
		const input = () => ({ ...event.params, lines: chosen });
		const added = await submit(event, items.addLines, input, fields);
		const there = left.filter(({ standing }) => standing === 'listed');
		to = withPasted(event.url.pathname, [
			...added.lines,
			...there.map(({ standing }) => ({ standing, itemUid: '' }))
		]);
	} catch (error) {
		const pasted = previewed === null ? undefined : { text, lines: asChosen(lines, names) };
		return refusedForm(event, error, items.addItems.name, fields, { pasted });
	}
	redirect(303, to);
};

/** Browsers write the ends of lines in two ways, and leave out an empty first line. */
function isSameText(one: string, other: string): boolean {
	const [a, b] = [one, other].map((text) => text.replaceAll('\r\n', '\n').trim());
	return a === b;
}

/** The preview of a text that the address brings along, as another app shares it. */
export async function previewSharedText(
	event: RequestEvent
): Promise<{ text: string; lines: PastedLine[] } | undefined> {
	const text = event.url.searchParams.get('paste') ?? '';
	if (!text) return undefined;
	try {
		return { text, lines: await pastedLines(event, text) };
	} catch {
		// Sending the text from its box says what is wrong with it.
		return { text, lines: [] };
	}
}

/** Every line of a text with how it stands to the list. */
async function pastedLines(event: RequestEvent, text: string): Promise<PastedLine[]> {
	let lines: WrittenLine[] = [];
	// Nothing is read for a visitor, nor where there are more lines than are accepted.
	const { standings } = await submit(event, items.compareLines, async () => {
		const written = linesIn(text);
		const areFew = items.compareLines.input.shape.labels.safeParse(written).success;
		if (areFew) lines = await linesRead(event, written);
		return { ...event.params, labels: areFew ? lines.map(({ label }) => label) : written };
	});
	return lines.map((line, index) => {
		const standing = standings[index] ?? 'new';
		const problem = problemOf(line.label);
		const words = problem ? m.shorten_or_leave_out({ problem }) : standingWords[standing]();
		// What is on the list already is added once more only if somebody says so.
		return { ...line, standing, problem, words, isChosen: standing !== 'listed' };
	});
}

/** Reads lines as the field for one line does. A date takes long to read, so others are answered in between. */
async function linesRead(event: RequestEvent, written: string[]): Promise<WrittenLine[]> {
	const takeDate = datesOf(event);
	const lines: WrittenLine[] = [];
	for (const [index, line] of written.entries()) {
		if (index % linesAtOnce === linesAtOnce - 1) await turnOfOthers();
		lines.push(readDated(line, takeDate));
	}
	return lines;
}

const linesAtOnce = 50;

const standingWords = {
	new: m.line_is_new,
	listed: m.line_is_listed,
	ticked: m.line_is_ticked
};

function problemOf(label: string): string {
	const { error } = items.addItem.input.shape.label.safeParse(label);
	return error?.issues[0]?.message ?? '';
}

function nothingWritten(text: string) {
	const message = m.nothing_to_add();
	return fail(400, {
		form: items.addItems.name,
		message,
		problems: { text: message },
		values: { text }
	});
}
