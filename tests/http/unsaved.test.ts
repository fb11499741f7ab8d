// What was typed into a text field of an item is kept for the error page, in new fields too. Passwords are not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyField } from '../../src/lib/client/idempotency-key.ts';
import { allInputs, noTexts } from '../../src/lib/client/item-texts.ts';
import { catalogue } from '../../src/lib/server/catalogue.ts';
import { keepUnsaved, mayReturn } from '../../src/lib/server/http/unsaved.ts';
import { eachText, textFields, texts, type Texts } from '../../src/lib/server/items/fields.ts';

const examples = eachText((field) => texts[field].example);

it.each(textFields)('%s is kept where nothing else was typed', (field) => {
	expect(keptOf({ ...noTexts, [field]: examples[field] })).toBe(examples[field]);
});

it.each(['name', 'label', 'text'])(
	'%s is kept of a form that does not say what it showed',
	(field) => {
		expect(unsavedOf({ [field]: ' tea ' })?.text).toBe('tea');
	}
);

it('keeps nothing where the fields hold what the page showed', () => {
	expect(keptOf(noTexts)).toBeUndefined();
});

it('keeps nothing of a note of several lines that nobody changed, whose line ends a browser converts', () => {
	const note = fc.array(fc.string({ minLength: 1 }), { minLength: 2 });
	fc.assert(
		fc.property(note, (lines) => {
			const shown = lines.map((line) => line.replaceAll('\r', ' ')).join('\n');
			const sent = { note: shown.replaceAll('\n', '\r\n'), expectedNote: JSON.stringify(shown) };
			return unsavedOf(sent) === undefined;
		})
	);
});

it('keeps a choice with all fields of its form, and nothing of a form that script sent', () => {
	const chosen = { sharing: 'SHARING_SPECIFIC', canEdit: 'on', [keyField]: 'key' };
	expect(unsavedOf(chosen)).toEqual({
		text: '',
		fields: [
			['sharing', 'SHARING_SPECIFIC'],
			['canEdit', 'on']
		]
	});
	expect(unsavedOf(chosen, 'application/json')).toBeUndefined();
	expect(unsavedOf({ memberUids: 'mem_1' })).toMatchObject({ fields: [['memberUids', 'mem_1']] });
});

it('gives back every field of every form but passwords and the key', () => {
	const names = Object.values(catalogue).flatMap(({ input }) => Object.keys(input.shape));
	const kept = [...new Set([...names, keyField, '__proto__'])].filter((name) => !mayReturn(name));
	const passwords = ['currentPassword', 'newPassword', 'password'];
	expect(kept.sort()).toEqual(['__proto__', ...passwords, keyField].sort());
});

/** What is kept of the form of an item that had no texts. */
function keptOf(words: Texts): string | undefined {
	const fields = allInputs.flatMap(({ name, expected }) => [
		[name, words[name]],
		[expected, noTexts[name]]
	]);
	return unsavedOf(Object.fromEntries(fields))?.text;
}

function unsavedOf(fields: Record<string, string>, accept = 'text/html') {
	const event: Parameters<typeof keepUnsaved>[0] = {
		request: new Request('http://localhost/items/itm', { headers: { accept } }),
		locals: {}
	};
	keepUnsaved(event, new URLSearchParams(fields));
	return event.locals.unsaved;
}
