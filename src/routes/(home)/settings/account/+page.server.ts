import { fail, redirect } from '@sveltejs/kit';
import { members } from '$lib/server/members/operations';
import { rememberAppearance, themeOf, themes } from '$lib/server/http/appearance';
import { saidZone, timeZoneOf } from '$lib/server/http/time-zone';
import { isLanguage } from '$lib/client/format/language';
import { chooseLanguage, chosenLanguage } from '$lib/server/http/chosen-language';
import { fieldsOf, form } from '$lib/server/http/form';
import { ask } from '$lib/server/http/page';
import * as m from '$lib/paraglide/messages';
import { placeOf, zones } from './zones';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
	const { member } = await ask(event, members.getMe);
	const zone = timeZoneOf(event);
	if (member.mustChangePassword) redirect(303, '/password');
	return {
		profile: { name: member.name, email: member.email },
		theme: themeOf(event),
		language: chosenLanguage(event) ?? '',
		zone,
		isZoneSaid: saidZone(event) !== undefined,
		place: placeOf(zone),
		zones: zones(zone)
	};
};

export const actions: Actions = {
	profile: form(members.changeMe, { to: () => '/settings/account?said=profile' }),
	theme: async (event) => {
		const theme = (await fieldsOf(event)).get('theme') ?? '';
		if (!themes.some((known) => known === theme))
			return fail(400, { field: 'theme', message: m.choose_an_appearance() });
		rememberAppearance(event, { theme });
		redirect(303, '/settings/account?said=theme');
	},
	language: async (event) => {
		const language = (await fieldsOf(event)).get('language') ?? '';
		if (language !== '' && !isLanguage(language))
			return fail(400, { field: 'language', message: m.choose_a_language() });
		chooseLanguage(event, language);
		redirect(303, '/settings/account?said=language');
	},
	zone: async (event) => {
		const zone = (await fieldsOf(event)).get('zone') ?? '';
		rememberAppearance(event, { zone });
		if (timeZoneOf(event) !== zone)
			return fail(400, { field: 'zone', message: m.choose_a_time_zone() });
		redirect(303, '/settings/account?said=zone');
	}
};
