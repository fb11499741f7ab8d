// Each text field of an item can be edited offline: it is kept, shown, sent, and read from a form. New fields are covered too.
import { describe, expect, it } from 'vitest';
import { allInputs, noTexts } from '../../src/lib/client/item-texts.ts';
import { textOf, unsentUid, type Act, type Intent } from '../../src/lib/client/outbox/intent.ts';
import { requestOf } from '../../src/lib/client/outbox/request.ts';
import { shownItems } from '../../src/lib/client/outbox/shown.ts';
import { eachText, textFields, texts, type Texts } from '../../src/lib/server/items/fields.ts';
import {
	afterRefusal,
	asShown,
	editIn
} from '../../src/routes/(home)/(lists)/items/[itemUid=uid]/changes.ts';

const me = { uid: 'mem_ada', name: 'Ada' };
const examples = eachText((field) => texts[field].example);
const plain: Texts = { ...noTexts, label: 'Plain' };

const intent = (act: Act): Intent => ({
	...{ key: 'k', listUid: 'lst_groceries', order: 1, madeAt: 0, state: 'waiting', failures: 0 },
	...act
});

describe('without a connection', () => {
	it.each(textFields)('%s of a new item is shown, sent and copied', (field) => {
		const written = { ...plain, [field]: examples[field] };
		const added = intent({ kind: 'add', itemUid: unsentUid('k'), texts: written });
		const [item] = shownItems([], [added], me);
		expect(item?.[field]).toBe(examples[field]);
		expect(requestOf(added).body).toMatchObject({ [field]: examples[field] });
		expect(textOf(added).split('\n')).toContain(examples[field]);
	});

	it.each(textFields)('%s that is edited is shown, sent and copied', (field) => {
		const added = intent({ kind: 'add', itemUid: unsentUid('k'), texts: plain });
		const [before] = shownItems([], [added], me);
		if (!before) throw new Error('the item is not shown');
		const edit = { [field]: examples[field] };
		const edited = intent({ kind: 'edit', itemUid: before.uid, texts: edit, seen: {} });
		const [item] = shownItems([before], [edited], me);
		expect(item?.[field]).toBe(examples[field]);
		expect(requestOf(edited).body).toEqual(edit);
		expect(textOf(edited)).toBe(examples[field]);
	});
});

describe('the form of an item', () => {
	const typed = (field: keyof Texts) => {
		const words = { ...plain, [field]: examples[field] };
		return new URLSearchParams(
			allInputs.flatMap(({ name, expected }) => [
				[name, words[name]],
				[expected, name === 'note' ? asShown(plain.note) : plain[name]]
			])
		);
	};

	it.each(textFields)('changes only %s where nothing else was typed', (field) => {
		expect(editIn(typed(field)).texts).toEqual({ [field]: examples[field] });
	});

	it.each(textFields)('holds %s as it was typed after a refusal', (field) => {
		const { words } = afterRefusal(Object.fromEntries(typed(field)), plain);
		expect(words).toEqual({ ...plain, [field]: examples[field] });
	});
});
