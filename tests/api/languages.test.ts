// A program gets error messages in the language that it asks for, and otherwise in English. A page is in one language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directionOf, languages } from '../../src/lib/client/format/language.ts';
import * as m from '../../src/lib/paraglide/messages.js';
import { part, record } from '../support/answers.ts';
import { openCast, type Cast } from '../support/household.ts';
import { providers } from '../support/world.ts';

const codes = Object.keys(languages) as (keyof typeof languages)[];

describe.each(providers)('on %s', (provider) => {
	let cast: Cast;
	beforeAll(async () => {
		cast = await openCast(provider);
	});
	afterAll(() => cast.close());

	const missing = `/lists/lst_${'x'.repeat(22)}`;

	it.each([
		...codes.map((code) => [`${code}-XX,${code};q=0.9`, code] as const),
		['ja, fr;q=0.4, de;q=0.7', 'de'],
		['ja', 'en'],
		['*', 'en'],
		[';;q=x,,', 'en'],
		[undefined, 'en']
	] as const)('who asks for %s is answered in %s', async (asked, locale) => {
		const answer = await cast.ada.get(missing, undefined, { 'accept-language': asked });
		expect(part(answer.body, 'message')).toBe(m.this_list_is_missing({}, { locale }));
		expect(answer.headers['content-language']).toBe(locale);
	});

	it.each(codes)('a page that is refused before it is made is whole in %s', async (locale) => {
		const { status, text } = await cast.ada.send('POST', '/sign-out', {
			raw: '',
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				accept: 'text/html',
				'accept-language': locale,
				origin: 'https://evil.test'
			}
		});
		expect(status).toBe(403);
		for (const part of [
			`<html lang="${locale}" dir="${directionOf(locale)}">`,
			`<h1>${m.error_not_allowed({}, { locale })}</h1>`,
			`<a href="/">${m.your_lists({}, { locale })}</a>`
		])
			expect(text).toContain(part);
	});

	it('a program that names no language is answered in English, whatever the household speaks', async () => {
		const settings = { name: 'Mill Lane', defaultLocale: 'fr' };
		await cast.ada.put('/instance/settings', { settings });
		const answer = await cast.ada.get(missing);
		expect(part(answer.body, 'message')).toBe(m.this_list_is_missing());
	});

	it('Activity is in the language of its reader, also for what was done in another language', async () => {
		const french = { 'accept-language': 'fr' };
		const { body } = await cast.ada.post('/lists', { name: 'Groceries' }, french);
		const uid = String(record(part(body, 'list')).uid);
		await cast.ada.put(`/lists/${uid}/sharing`, { sharing: 'SHARING_INSTANCE' }, french);
		for (const locale of codes) {
			const { body } = await cast.ben.get('/activity', undefined, { 'accept-language': locale });
			const text = m.list_shared_with_you({ member: 'Ada', list: 'Groceries' }, { locale });
			expect(part(body, 'activity')).toContainEqual(expect.objectContaining({ text }));
		}
	});
});
