// Each text field of an item is shown in the row of a list and, where declared, in the row of the public list.
import fc from 'fast-check';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { allInputs, asStored, noTexts } from '../../src/lib/client/item-texts.ts';
import * as m from '../../src/lib/paraglide/messages.js';
import { locales } from '../../src/lib/paraglide/runtime.js';
import ItemRow from '../../src/lib/ui/ItemRow.svelte';
import { eachText, textFields, texts, type Texts } from '../../src/lib/server/items/fields.ts';
import { itemLine } from '../../src/lib/server/mcp/words.ts';
import { SettingsInput } from '../../src/lib/server/instance/settings.ts';
import PublicRow from '../../src/routes/public/PublicRow.svelte';

const examples = eachText((field) => texts[field].example);
const plain = { ...noTexts, label: 'Plain' };
const shown = (written: Texts) => ({
	...{ uid: 'itm_plain', ...written, done: false, addedByName: '' },
	...{ doneByName: '', doneByUid: '', doneAt: '', addedViaToken: '' }
});

const listRow = (written: Texts): string =>
	wordsIn(
		render(ItemRow, {
			props: {
				item: shown(written),
				...{ canEdit: true, today: '2026-11-20', timeZone: 'UTC', isUnsent: false }
			}
		}).body
	);

const publicRow = (written: Texts): string => {
	const visitor = { ontick: undefined, isTapped: false, allowJoin: false, publicSignup: false };
	const item = shown(written);
	return wordsIn(
		render(PublicRow, {
			props: { item, today: '2026-11-20', ...visitor, refusal: '' }
		}).body
	);
};

const wordsIn = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('a row of a list', () => {
	it.each(textFields)('shows %s on its own', (field) => {
		const row = listRow({ ...plain, [field]: examples[field] });
		expect(row, 'give it a place in src/lib/ui/ItemRow.svelte').not.toBe(listRow(plain));
	});

	it('has no words for a text that is empty', () => {
		expect(listRow(plain).trim()).toBe('Plain');
	});
});

it.each(textFields.filter((field) => field !== 'label'))(
	'assistants are told %s in the line of an item',
	(field) => {
		const told = itemLine(shown({ ...plain, [field]: examples[field] }));
		expect(told).not.toBe(itemLine(shown(plain)));
	}
);

describe('the setting that shows some texts on the public list', () => {
	const optional = textFields.filter((field) => {
		const rule = texts[field].onPublicList;
		return rule && rule.under === 'publicShowMeta';
	});

	const sentences = [m.visitors_see_meta, m.field_show_meta];

	it.each(locales)('names as many texts in %s as it shows', (locale) => {
		const between = (names: string[]) =>
			new Intl.ListFormat(locale).formatToParts(names)[1]?.value ?? '';
		const separators = new RegExp(`${between(['a', 'b', 'c'])}|${between(['a', 'b'])}`);
		const named = `visitors_see_meta and field_show_meta of src/messages/${locale} name ${optional.join()}`;
		for (const sentence of sentences)
			expect(sentence({}, { locale }).split(separators), named).toHaveLength(optional.length);
	});

	it.each(optional)('names %s', (field) => {
		const word = texts[field].called.several.split(' ').at(-1) ?? '';
		for (const sentence of sentences)
			expect(sentence({}, { locale: 'en' }).toLowerCase()).toContain(word);
		const { showMeta } = SettingsInput.shape.publicList.unwrap().shape;
		expect(showMeta.unwrap().meta()?.description).toContain(texts[field].called.several);
	});
});

describe('a row of the public list', () => {
	it.each(textFields.filter((field) => texts[field].onPublicList))(
		'shows %s on its own',
		(field) => {
			const row = publicRow({ ...plain, [field]: examples[field] });
			expect(row, 'give it a place in PublicRow.svelte, and in the {#if} around that').not.toBe(
				publicRow(plain)
			);
		}
	);

	it.each(textFields.filter((field) => !texts[field].onPublicList))('never shows %s', (field) => {
		const row = publicRow({ ...plain, [field]: examples[field] });
		expect(row).toBe(publicRow(plain));
	});
});

it.each(allInputs.filter(({ attributes }) => !attributes.lines && !attributes.type))(
	'$name may be as long offline as the server accepts',
	({ name, maxLength }) => {
		const ofSchema = texts[name].input.meta()?.maxLength;
		expect(ofSchema, 'say the maxLength in meta() of its schema').toBeGreaterThan(0);
		expect(maxLength, 'the maxLength of src/lib/client/item-texts.ts').toBe(ofSchema);
	}
);

it.each(allInputs)(
	'$name may be empty offline where the server accepts it empty',
	({ name, attributes }) => {
		expect(Boolean(attributes.optional)).toBe(texts[name].input.safeParse('').success);
	}
);

it('no two inputs of an item have the same title', () => {
	const titles = allInputs.map(({ title }) => title());
	expect(new Set(titles).size).toBe(titles.length);
});

it.each(textFields)('the published form of %s says by a pattern what it takes', (field) => {
	const { pattern } = texts[field].input.meta() ?? {};
	expect(pattern, 'say the pattern in meta() of its schema').toEqual(expect.any(String));
});

it.each(textFields)('%s holds only what its published form allows', (field) => {
	const { example, input } = texts[field];
	const published = new RegExp(String(input.meta()?.pattern), 'u');
	const like = fc.constantFrom(...`${example}09.,-`);
	const any = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 4 }),
		fc.string({ unit: like, maxLength: 2 })
	);
	fc.assert(
		fc.property(fc.constantFrom('', example), any, (text, more) => {
			const { success, data } = input.safeParse(text + more);
			if (success) expect(data).toMatch(published);
		})
	);
});

it.each(textFields)('%s is trimmed on a page where the server trims it', (field) => {
	const { example, input } = texts[field];
	const { data = example } = input.safeParse(` ${example} `);
	expect(asStored(field, ` ${example} `)).toBe(data);
});
