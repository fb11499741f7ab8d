// What was typed into a text field of an item is kept for the error page, in new fields too.
import { expect, it } from 'vitest';
import { allInputs, noTexts } from '../../src/lib/client/item-texts.ts';
import { keepUnsaved } from '../../src/lib/server/http/unsaved.ts';
import { eachText, textFields, texts, type Texts } from '../../src/lib/server/items/fields.ts';

const examples = eachText((field) => texts[field].example);

it.each(textFields)('%s is kept where nothing else was typed', (field) => {
	expect(keptOf({ ...noTexts, [field]: examples[field] })).toBe(examples[field]);
});

it('keeps nothing where the fields hold what the page showed', () => {
	expect(keptOf(noTexts)).toBeUndefined();
});

/** What is kept of the form of an item that had no texts. */
function keptOf(words: Texts): string | undefined {
	const headers = { accept: 'text/html' };
	const event: Parameters<typeof keepUnsaved>[0] = {
		request: new Request('http://localhost/items/itm', { headers }),
		locals: {}
	};
	const fields = allInputs.flatMap(({ name, expected }) => [
		[name, words[name]],
		[expected, noTexts[name]]
	]);
	keepUnsaved(event, new URLSearchParams(fields));
	return event.locals.unsaved?.text;
}
