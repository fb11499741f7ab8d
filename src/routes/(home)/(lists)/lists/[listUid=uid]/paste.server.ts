import { fail, redirect, type Action, type RequestEvent } from '@sveltejs/kit';
import { items } from '$lib/server/operations/items';
import { lists } from '$lib/server/operations/lists';
import { fieldsOf, refusedForm, submit } from '$lib/server/transports/form';
import { chosenOf, decided, isTaken, pastedLines, type PastedLine } from './pasted';

type OnList = Action<{ listUid: string }>;

/** Shows what each pasted line would do, and changes nothing. */
export const paste: OnList = async (event) => {
	const fields = await fieldsOf(event);
	const text = fields.get('text') ?? '';
	try {
		const lines = pastedLines(text, await itemsOn(event), problemOf);
		return lines.length > 0
			? { form: items.addItems.name, pasted: { text, lines } }
			: nothingWritten(text);
	} catch (error) {
		return refusedForm(event, error, items.addItems.name, fields);
	}
};

/** Adds what was chosen in the preview, or every line that is not on the list yet. */
export const addAll: OnList = async (event) => {
	const fields = await fieldsOf(event);
	const text = fields.get('text') ?? '';
	let lines: PastedLine[] = [];
	try {
		const there = await itemsOn(event);
		lines = pastedLines(text, there, problemOf);
		if (lines.length === 0) return nothingWritten(text);
		await take(
			event,
			fields.has('shown') ? chosenOf(lines, fields.getAll('line')) : lines.filter(isTaken),
			there,
			fields
		);
	} catch (error) {
		const refused = await refusedForm(event, error, items.addItems.name, fields);
		return fail(refused.status, {
			...refused.data,
			pasted: fields.has('shown') ? { text, lines } : undefined
		});
	}
	redirect(303, `${event.url.pathname}#add`);
};

/** Bringing back can be repeated without harm and adding cannot, so adding comes last. */
async function take(
	event: RequestEvent,
	chosen: PastedLine[],
	there: Awaited<ReturnType<typeof itemsOn>>,
	fields: URLSearchParams
): Promise<void> {
	const { back, fresh } = decided(chosen, there);
	for (const { itemUid, quantity } of back) {
		await submit(event, items.tickItem, () => ({ itemUid, done: false }));
		if (quantity) await submit(event, items.changeItem, () => ({ itemUid, quantity }));
	}
	const bodies = fresh.map(({ label, quantity }) => ({ label, quantity }));
	if (bodies.length > 0)
		await submit(event, items.addItems, () => ({ ...event.params, items: bodies }), fields);
}

function problemOf(label: string): string {
	const { error } = items.addItem.input.shape.label.safeParse(label);
	return error?.issues[0]?.message ?? '';
}

async function itemsOn(event: RequestEvent) {
	return (await submit(event, lists.getList, () => event.params)).items;
}

function nothingWritten(text: string) {
	const message = 'There is nothing to add yet: write or paste at least one line.';
	return fail(400, {
		form: items.addItems.name,
		message,
		problems: { text: message },
		values: { text }
	});
}
